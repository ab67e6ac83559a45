"""lanecrypt blocks xor: every file right after every change, and after every interruption completed or rolled back.

LANECRYPT names the tool, FAULT_SHIM the library that makes calls fail (absent: those tests are skipped),
LANECRYPT_QUICK=1 reduces the number of interruptions.
"""
import fcntl
import json
import os
import random
import shutil
import subprocess
import tempfile
import unittest

from blocks_dir import File, record, coinbase_block, sample_files, snapshot, write_directory, xor

TOOL = os.environ["LANECRYPT"]
SHIM = os.environ.get("FAULT_SHIM", "")
QUICK = os.environ.get("LANECRYPT_QUICK") == "1"
KEY_A = bytes.fromhex("0123456789abcdef")
KEY_B = bytes.fromhex("a1b2c3d4e5f60718")
KEY_C = bytes.fromhex("1020304050607080")
ZERO = bytes(8)


def tool(*arguments, fault=None, cwd=None):
    env = dict(os.environ)
    if fault:
        env.update(fault, LD_PRELOAD=SHIM)
    return subprocess.run([TOOL, "blocks", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False, env=env, cwd=cwd)


class BlocksXorTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.base = holder.name
        self.dir = os.path.join(self.base, "blocks")
        self.files = sample_files()

    def make(self, key, key_file=True, files=None):
        shutil.rmtree(self.dir, ignore_errors=True)
        write_directory(self.dir, files or self.files, key, key_file)

    def expected(self, key, key_file=True):
        """What a clean run must leave, from the model alone."""
        other = os.path.join(self.base, "expected")
        shutil.rmtree(other, ignore_errors=True)
        write_directory(other, self.files, key, key_file)
        return snapshot(other)

    def assert_state(self, key, key_file=True, message=None):
        now, want = snapshot(self.dir), self.expected(key, key_file)
        self.assertEqual(sorted(now), sorted(want), message)
        for name, content in want.items():
            self.assertEqual(now[name] == content, True, (name, message))

    def xor(self, *arguments, code=0, fault=None):
        result = tool("xor", self.dir, *arguments, fault=fault)
        self.assertEqual(result.returncode, code, (arguments, result.stdout, result.stderr))
        return result

    # ---- whole changes ----

    def test_every_direction(self):
        for begin in (ZERO, KEY_A):
            for end, argument in ((ZERO, "none"), (KEY_B, KEY_B.hex()), (KEY_A, KEY_A.hex().upper())):
                for jobs in ("1", "3"):
                    self.make(begin)
                    self.xor("--key", argument, "--jobs", jobs)
                    self.assert_state(end, message=(begin, end, jobs))

    def test_there_and_back(self):
        self.make(KEY_A)
        self.xor("--key", "none")
        self.xor("--key", "new")
        with open(os.path.join(self.dir, "xor.dat"), "rb") as f:
            key = f.read()
        self.assertEqual(len(key), 8)
        self.assertNotIn(key, (ZERO, KEY_A))
        self.assert_state(key)
        self.xor("--key", KEY_A.hex())
        self.assert_state(KEY_A)

    def test_without_key_file(self):
        self.make(ZERO, key_file=False)
        self.xor("--key", "none")
        self.assert_state(ZERO, key_file=False)
        self.xor("--key", KEY_A.hex())
        self.assert_state(KEY_A)

    def test_holes_stay_holes(self):
        self.make(KEY_A, files=[File("blk00000.dat", record(coinbase_block(random.Random(1), 5000)), tail=16 << 20)])
        self.xor("--key", "none")
        s = os.stat(os.path.join(self.dir, "blk00000.dat"))
        self.assertEqual(s.st_size, 5008 + (16 << 20))
        self.assertLess(s.st_blocks * 512, 1 << 20)

    def test_preallocated_tails_stay_allocated(self):
        self.make(KEY_A)
        path = os.path.join(self.dir, "blk00000.dat")
        with open(path, "r+b") as f:
            os.posix_fallocate(f.fileno(), 0, os.stat(path).st_size)
        if os.stat(path).st_blocks * 512 < os.stat(path).st_size:
            self.skipTest("this file system does not allocate")
        self.xor("--key", "none")
        self.assertGreaterEqual(os.stat(path).st_blocks * 512, os.stat(path).st_size)

    def test_gaps_are_unwritten_under_every_key(self):
        """Nodes leave gaps of zeros on the disk; after a change of key they show the difference of the keys."""
        for key in ("none", KEY_B.hex()):
            shutil.rmtree(self.dir, ignore_errors=True)
            self.assertEqual(tool("gen", self.dir, "--size", "40MiB", "--seed", "5", "--key", KEY_A.hex()).returncode, 0)
            before = json.loads(tool("verify", self.dir, "--json").stdout)
            self.assertGreater(before["gaps"], 0)
            self.xor("--key", key)
            after = tool("verify", self.dir, "--json")
            self.assertEqual(after.returncode, 0, after.stderr)
            self.assertEqual(json.loads(after.stdout)["gaps"], before["gaps"])

    def test_dry_run_writes_nothing(self):
        self.make(KEY_A)
        before = snapshot(self.dir)
        result = self.xor("--key", "none", "--dry-run")
        self.assertEqual(snapshot(self.dir), before)
        self.assertFalse(os.path.exists(os.path.join(self.dir, ".lock")))
        for f in self.files:
            self.assertIn(f.name.encode(), result.stdout)
        plan = json.loads(self.xor("--key", "none", "--dry-run", "--json").stdout)
        self.assertEqual(plan["target"], "0" * 16)
        self.assertEqual([f["unwritten"] for f in plan["files"]], [f.tail for f in self.files])

    def test_progress_is_not_in_the_output(self):
        self.make(KEY_A)
        result = self.xor("--key", "none")
        self.assertEqual(result.stderr, b"")
        self.assertIn(b"files rewritten", result.stdout)

    # ---- refusals: one line, nothing changed ----

    def refuse(self, *arguments, words, code=1):
        before = snapshot(self.dir)
        result = self.xor(*arguments, code=code)
        self.assertIn(words, result.stderr.decode())
        self.assertEqual(len(result.stderr.decode().strip().split("\n")), 1 if code == 1 else 2, result.stderr)
        self.assertEqual(snapshot(self.dir), before)

    def test_key_that_does_not_fit(self):
        self.make(KEY_A)
        with open(os.path.join(self.dir, "xor.dat"), "wb") as f:
            f.write(KEY_B)
        self.refuse("--key", "none", words="does not fit")
        os.remove(os.path.join(self.dir, "xor.dat"))
        self.refuse("--key", "new", words="does not fit")

    def test_one_file_that_does_not_fit(self):
        self.make(KEY_A)
        with open(os.path.join(self.dir, "rev00001.dat"), "r+b") as f:
            f.write(os.urandom(400))
            f.truncate(400)
        self.refuse("--key", "none", words="rev00001.dat: no record of regtest under the key 0123456789abcdef")

    def test_key_file_of_another_length(self):
        for length in (0, 7, 9):
            self.make(KEY_A)
            with open(os.path.join(self.dir, "xor.dat"), "wb") as f:
                f.write(bytes(length))
            self.refuse("--key", "none", words="xor.dat: a key file must have 8 bytes")

    def test_arguments(self):
        self.make(KEY_A)
        for arguments in (["--key", "12"], ["--key", "0123456789abcdeg"], [], ["--key", "new", "--rollback"], ["--key", "new", "--jobs", "0"]):
            self.assertEqual(tool("xor", self.dir, *arguments).returncode, 2, arguments)
        self.refuse("--rollback", words="nothing to roll back")
        self.assert_state(KEY_A)
        self.assertEqual(tool("xor", os.path.join(self.base, "absent"), "--key", "none").returncode, 1)

    def test_lock_of_a_node(self):
        self.make(KEY_A)
        with open(os.path.join(self.dir, ".lock"), "w", encoding="ascii") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.refuse("--key", "none", words="held by another process")
            self.refuse("--key", "none", "--dry-run", words="held by another process")
        self.xor("--key", "none")
        self.assert_state(ZERO)

    def test_second_instance(self):
        if not SHIM:
            self.skipTest("no fault shim")
        self.make(KEY_A)
        # The first instance holds the lock; it is stopped in the middle by SIGSTOP after it has begun.
        big = [File("blk%05d.dat" % i, record(coinbase_block(random.Random(i), 3_000_000)) * 10) for i in range(4)]
        self.make(KEY_A, files=big)
        with subprocess.Popen([TOOL, "blocks", "xor", self.dir, "--key", "none", "--jobs", "1"], stdout=subprocess.DEVNULL) as first:
            while not os.path.exists(os.path.join(self.dir, "lanecrypt-xor.journal")) and first.poll() is None:
                pass
            second = tool("xor", self.dir, "--key", "new")
            running = first.poll() is None
            first.wait()
        self.assertEqual(first.returncode, 0)
        if running:
            self.assertEqual(second.returncode, 1)
            self.assertIn(b"held by another process", second.stderr)
        self.files = big
        self.assert_state(ZERO)

    # ---- interruptions ----

    def count_calls(self, calls):
        self.make(KEY_A)
        report = os.path.join(self.base, "count")
        self.xor("--key", KEY_B.hex(), "--jobs", "1", fault={"FAULT_CALLS": calls, "FAULT_COUNT": report, "FAULT_AT": "0", "FAULT_ACTION": "kill"})
        with open(report, encoding="ascii") as f:
            return int(f.read())

    def interrupt(self, calls, at, action, jobs="1"):
        self.make(KEY_A)
        result = tool("xor", self.dir, "--key", KEY_B.hex(), "--jobs", jobs,
                      fault={"FAULT_CALLS": calls, "FAULT_AT": str(at), "FAULT_ACTION": action})
        return result.returncode

    def heal(self, how, message):
        """Completes or undoes and compares with a clean run, or with the beginning."""
        if how == "complete":
            self.xor("--key", KEY_B.hex())
            self.assert_state(KEY_B, message=message)
        elif how == "new":
            open_journal = os.path.exists(os.path.join(self.dir, "lanecrypt-xor.journal"))
            self.xor("--key", "new")
            if open_journal:
                self.assert_state(KEY_B, message=message)
        elif how == "another":
            self.xor("--key", KEY_C.hex())
            self.assert_state(KEY_C, message=message)
        elif os.path.exists(os.path.join(self.dir, "lanecrypt-xor.journal")):
            info = tool("info", self.dir)
            self.assertIn(b"unfinished", info.stdout + info.stderr, message)
            self.xor("--rollback")
            self.assert_state(KEY_A, message=message)
        else:  # nothing had begun, or all was done
            for name in os.listdir(self.dir):  # a journal or key file that was not yet in its place
                if name.endswith(".new"):
                    os.remove(os.path.join(self.dir, name))
            with open(os.path.join(self.dir, "xor.dat"), "rb") as f:
                self.assert_state(f.read(), message=message)

    def test_killed_at_every_rename(self):
        if not SHIM:
            self.skipTest("no fault shim")
        total = self.count_calls("rename")
        self.assertGreater(total, 6)
        for at in range(1, total + 1):
            for how in ("complete", "rollback"):
                self.assertEqual(self.interrupt("rename", at, "kill"), -9)
                self.heal(how, ("rename", at, how))

    def test_killed_anywhere(self):
        if not SHIM:
            self.skipTest("no fault shim")
        total = self.count_calls("all")
        rng = random.Random(7)
        ways = ("complete", "rollback", "new", "another")
        for i in range(20 if QUICK else 200):
            at, how = rng.randrange(1, total + 1), ways[i % 4]
            self.assertEqual(self.interrupt("all", at, "kill", jobs=rng.choice("13")), -9)
            self.heal(how, ("kill", at, how))

    def test_errors_of_the_file_system(self):
        if not SHIM:
            self.skipTest("no fault shim")
        rng = random.Random(8)
        for calls in ("write", "sync", "rename", "truncate", "read", "unlink"):
            total = self.count_calls(calls)
            points = list(range(1, total + 1))
            rng.shuffle(points)
            for i, at in enumerate(points[:4 if QUICK else 12]):
                action = rng.choice(["5", "28"])  # EIO, ENOSPC
                how = ("complete", "rollback")[i % 2]
                code = self.interrupt(calls, at, action)
                self.assertIn(code, (0, 1), (calls, at))
                if code == 0:  # only where nothing depends on the call
                    self.assertIn(calls, ("unlink",))
                self.heal(how, (calls, at, action, how))

    def test_interrupted_again_and_again(self):
        if not SHIM:
            self.skipTest("no fault shim")
        rng = random.Random(9)
        total = self.count_calls("all")
        for _ in range(3 if QUICK else 20):
            self.make(KEY_A)
            for key in (KEY_B, KEY_C, ZERO, KEY_B):
                tool("xor", self.dir, "--key", key.hex(), fault={"FAULT_CALLS": "all", "FAULT_AT": str(rng.randrange(10, total // 2)), "FAULT_ACTION": "kill"})
            self.assertTrue(os.path.exists(os.path.join(self.dir, "lanecrypt-xor.journal")))
            tool("xor", self.dir, "--rollback", fault={"FAULT_CALLS": "all", "FAULT_AT": str(rng.randrange(10, total // 2)), "FAULT_ACTION": "kill"})
            if os.path.exists(os.path.join(self.dir, "lanecrypt-xor.journal")):  # the roll-back was cut off too
                self.xor("--rollback")
            self.assert_state(KEY_A)

    def test_rollback_without_key_file(self):
        if not SHIM:
            self.skipTest("no fault shim")
        for at in (3, 6, 9):
            self.make(ZERO, key_file=False)
            tool("xor", self.dir, "--key", KEY_B.hex(), fault={"FAULT_CALLS": "rename", "FAULT_AT": str(at), "FAULT_ACTION": "kill"})
            self.xor("--rollback")
            self.assert_state(ZERO, key_file=False)

    def test_journal_that_is_damaged(self):
        if not SHIM:
            self.skipTest("no fault shim")
        self.assertEqual(self.interrupt("rename", 4, "kill"), -9)
        path = os.path.join(self.dir, "lanecrypt-xor.journal")
        with open(path, "rb") as f:
            journal = f.read()
        with open(path, "ab") as f:  # a torn line at the end is how a crash leaves it
            f.write(b"done blk000")
        self.xor("--key", "new")
        self.assert_state(KEY_B)
        self.make(KEY_A)
        with open(path, "wb") as f:
            f.write(journal.replace(b"target", b"tarGet", 1))
        result = self.xor("--key", "new", code=1)
        self.assertIn(b"damaged, or not a journal", result.stderr)

    def test_full_disk(self):
        script = """
set -e
mount -t tmpfs -o size=1500k tmpfs "$1"
cp -a "$2" "$1/blocks"
set +e
"$3" blocks xor "$1/blocks" --key none --jobs 8
echo "first $?"
"$3" blocks xor "$1/blocks" --key none --jobs 1
echo "second $?"
cp -a "$1/blocks" "$4"
"""
        # Two files of half the disk: two at once do not fit, one does.
        files = [File("blk0000%d.dat" % i, record(coinbase_block(random.Random(i), 400_000))) for i in range(2)]
        self.make(KEY_A, files=files)
        mount, out = os.path.join(self.base, "mount"), os.path.join(self.base, "out")
        os.mkdir(mount)
        result = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", mount, self.dir, TOOL, out], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                timeout=60, check=False)
        if b"first" not in result.stdout:
            self.skipTest("cannot mount a small file system here: " + result.stderr.decode()[:200])
        self.assertIn(b"first 1\n", result.stdout, result.stderr)
        self.assertIn(b"too little free space", result.stderr)
        self.assertIn(b"second 0\n", result.stdout, result.stderr)
        shutil.rmtree(self.dir)
        shutil.copytree(out, self.dir)
        for f in files:
            with open(os.path.join(self.dir, f.name), "rb") as raw:
                self.assertEqual(raw.read(), f.raw(ZERO))

    def test_model_of_xor(self):
        """The helper of these tests against the definition."""
        data = bytes(range(40))
        for offset in range(9):
            self.assertEqual(xor(data, KEY_A, offset), bytes(b ^ KEY_A[(offset + i) % 8] for i, b in enumerate(data)))


if __name__ == "__main__":
    unittest.main()
