"""lanecrypt sum against coreutils' sha256sum: the same bytes on stdout, the same exit codes.

The tool is named by the environment variable LANECRYPT.
"""
import os
import random
import subprocess
import tempfile
import threading
import unittest

TOOL = os.environ["LANECRYPT"]


def run(command, cwd, stdin=b""):
    return subprocess.run(command, cwd=cwd, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)


class SumTest(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir.cleanup)

    def path(self, name):
        return os.path.join(os.fsencode(self.dir.name), os.fsencode(name))

    def write(self, name, content):
        with open(self.path(name), "wb") as f:
            f.write(content)

    def compare(self, arguments, stdin=b"", ours=()):
        """Runs both with the same arguments; returns our result."""
        theirs = run([b"sha256sum", *map(os.fsencode, arguments)], self.dir.name, stdin)
        mine = run([os.fsencode(TOOL), b"sum", *map(os.fsencode, ours), *map(os.fsencode, arguments)], self.dir.name, stdin)
        self.assertEqual(mine.stdout, theirs.stdout, arguments)
        self.assertEqual(mine.returncode, theirs.returncode, (arguments, mine.stderr))
        self.assertEqual(mine.stderr == b"", theirs.stderr == b"", (arguments, mine.stderr, theirs.stderr))
        return mine

    def odd_names(self):
        names = [b"plain", b"with space", b"new\nline", b"back\\slash", b"carriage\rreturn", b"-leading", b"\xff\xfe not utf-8", b"*star", b"tab\there",
                 b"both\\\n", b" blank first", b"SHA256 (x) = y", b"#comment"]
        for i, name in enumerate(names):
            self.write(name, b"content %d" % i * i * 37)
        return names

    def test_lines(self):
        names = self.odd_names()
        for options in ([], ["-b"], ["-t"], ["--tag"], ["-z"], ["--zero", "--tag"], ["-b", "-t"], ["--binary", "-z"]):
            self.compare([*options, "--", *names])

    def test_sizes_and_order(self):
        rng = random.Random(6)
        names = []
        for i in range(300):
            size = rng.choice([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 4096, 65536, 100_000])
            self.write("f%d" % i, rng.randbytes(size))
            names.append("f%d" % i)
        self.write("big", rng.randbytes(40 << 20))  # larger than a buffer
        names.insert(150, "big")
        for jobs in ("1", "2", "5"):
            self.compare(names, ours=["--jobs", jobs])

    def test_standard_input(self):
        for content in (b"", b"abc", b"x" * 1_000_003):
            self.compare([], content)
            self.compare(["-"], content)
        self.write("a", b"a")
        self.compare(["a", "-", "a"], b"between")

    def test_what_cannot_be_read(self):
        self.write("a", b"a")
        os.mkdir(self.path("directory"))
        self.compare(["a", "missing", "directory", "a"])
        if os.geteuid() != 0:
            self.write("secret", b"s")
            os.chmod(self.path("secret"), 0)
            self.compare(["a", "secret"])

    def test_fifo(self):
        os.mkfifo(self.path("pipe"))

        def feed():
            with open(self.path("pipe"), "wb") as f:
                f.write(b"through a pipe" * 1000)

        results = []
        for command in ([b"sha256sum"], [os.fsencode(TOOL), b"sum"]):
            t = threading.Thread(target=feed)
            t.start()
            results.append(run([*command, b"pipe"], self.dir.name).stdout)
            t.join()
        self.assertEqual(results[0], results[1])

    def check_files(self):
        """Check files of every kind, good and bad."""
        names = self.odd_names()
        good = run([b"sha256sum", b"--", *names], self.dir.name).stdout
        tagged = run([b"sha256sum", b"--tag", b"--", *names], self.dir.name).stdout
        binary = run([b"sha256sum", b"-b", b"--", *names], self.dir.name).stdout
        digest = good[:64]
        return {
            "good": good,
            "tagged": tagged,
            "binary": binary,
            "mixed": tagged + good + binary,
            "crlf": good.split(b"\n")[0] + b"\r\n" + b"\r\n",
            "no end": good.rstrip(b"\n"),
            "comments": b"# one\n\n" + good + b"#two\n",
            "leading blanks": b"  \t" + good,
            "upper case": digest.upper() + b"  plain\n",
            "wrong": b"0" * 64 + b"  plain\n" + good,
            "all wrong": b"0" * 64 + b"  plain\n",
            "missing": digest + b"  not there\n" + good,
            "only missing": digest + b"  not there\n",
            "garbage lines": b"garbage\n" + good + digest + b"\n" + digest[:-1] + b"  plain\n" + digest + b"x  plain\n",
            "only garbage": b"garbage\nmore\n",
            "empty": b"",
            "reversed": digest + b" plain\n",
            "reversed then not": digest + b" plain\n" + digest + b"  plain\n",
            "not then reversed": digest + b"  plain\n" + digest + b" plain\n",
            "bad escapes": b"\\" + digest + b"  a\\x\n" + b"\\" + digest + b"  a\\\n" + b"\\" + digest + b"  plain\n",
            "bad tags": b"SHA256 (plain = " + digest + b"\nSHA256(plain)=" + digest + b"\nSHA256 (plain)  =  " + digest + b"\nSHA1 (plain) = " + digest
            + b"\nSHA256 (plain) = " + digest + b"0\nSHA256 plain\nSHA256 (plain) " + digest + b"\n",
            "single character": digest + b"  a\n" + digest + b" b\n",
            "NUL": digest + b"  pl\0ain\n",
        }

    def test_check(self):
        contents = self.check_files()
        for name, content in contents.items():
            self.write("sums", content)
            for options in ([], ["--quiet"], ["--status"], ["--strict"], ["-w"], ["--ignore-missing"], ["--ignore-missing", "--strict", "--quiet"],
                            ["--status", "--strict", "--ignore-missing"]):
                with self.subTest(name=name, options=options):
                    self.compare(["-c", *options, "sums"])
                    self.compare(["-c", *options], content)

    def test_check_summaries(self):
        """The words on stderr, but for the program's name."""
        for name, content in self.check_files().items():
            self.write("sums", content)
            for options in ([], ["--warn"], ["--ignore-missing"]):
                with self.subTest(name=name, options=options):
                    theirs = run([b"sha256sum", b"-c", *map(os.fsencode, options), b"sums"], self.dir.name).stderr
                    mine = run([os.fsencode(TOOL), b"sum", b"-c", *map(os.fsencode, options), b"sums"], self.dir.name).stderr
                    self.assertEqual(mine.replace(b"lanecrypt sum:", b"sha256sum:").replace(b"'", b""), theirs.replace(b"'", b""))

    def test_several_check_files(self):
        contents = self.check_files()
        self.write("one", contents["good"])
        self.write("two", contents["wrong"])
        self.compare(["-c", "one", "two", "absent", "one"])

    def test_options_that_do_not_go_together(self):
        self.write("a", b"a")
        for options in (["--tag", "-t"], ["-c", "-b"], ["-c", "-t"], ["-c", "--tag"], ["-c", "-z"], ["--quiet"], ["--status"], ["--strict"], ["--warn"],
                        ["--ignore-missing"]):
            self.compare([*options, "a"])

    def test_double(self):
        self.write("a", b"abc")
        result = run([os.fsencode(TOOL), b"sum", b"--double", b"a"], self.dir.name)
        self.assertEqual(result.stdout, b"4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358  a\n")
        tagged = run([os.fsencode(TOOL), b"sum", b"--double", b"--tag", b"a"], self.dir.name).stdout
        self.assertEqual(tagged, b"SHA256D (a) = 4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358\n")
        self.write("sums", tagged)
        self.assertEqual(run([os.fsencode(TOOL), b"sum", b"-c", b"--double", b"sums"], self.dir.name).stdout, b"a: OK\n")
        self.assertEqual(run([os.fsencode(TOOL), b"sum", b"-c", b"sums"], self.dir.name).returncode, 1)

    def test_closed_output(self):
        self.write("a", b"a")
        with open("/dev/full", "wb") as full:
            result = subprocess.run([TOOL, "sum", "a"], cwd=self.dir.name, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"cannot write the output", result.stderr)


if __name__ == "__main__":
    unittest.main()
