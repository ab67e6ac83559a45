"""What every subcommand of lanecrypt shares: messages for wrong command lines, exit codes, JSON.

The tool is named by the environment variable LANECRYPT.
"""
import json
import os
import subprocess
import unittest

TOOL = os.environ["LANECRYPT"]


def tool(*arguments):
    return subprocess.run([TOOL, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300, check=False)


class Usage(unittest.TestCase):
    def refused(self, arguments, begin, hint):
        run = tool(*arguments)
        self.assertEqual(run.returncode, 2, arguments)
        self.assertEqual(run.stdout, "")
        self.assertTrue(run.stderr.startswith(begin), run.stderr)
        self.assertTrue(run.stderr.endswith(f"Try '{hint} --help'.\n"), run.stderr)

    def test_a_wrong_command_line_names_the_subcommand_and_the_word(self):
        self.refused([], "lanecrypt: ", "lanecrypt")
        self.refused(["bogus"], "lanecrypt: there is no subcommand 'bogus'", "lanecrypt")
        self.refused(["--bogus"], "lanecrypt: there is no option '--bogus'", "lanecrypt")
        self.refused(["blocks", "bogus"], "lanecrypt blocks: there is no subcommand 'bogus'", "lanecrypt blocks")
        self.refused(["blocks", "xor"], "lanecrypt blocks xor: DIR ", "lanecrypt blocks xor")
        self.refused(["sum", "--bogus"], "lanecrypt sum: ", "lanecrypt sum")
        self.refused(["speed", "--seconds", "soon"], "lanecrypt speed: --seconds: ", "lanecrypt speed")

    def test_help_and_version_are_results(self):
        for arguments in (["--help"], ["--version"], ["blocks", "--help"], ["blocks", "xor", "--help"]):
            run = tool(*arguments)
            self.assertEqual((run.returncode, run.stderr), (0, ""), arguments)
            self.assertIn("lanecrypt", run.stdout)

    def test_selftest_says_the_same_in_words_and_in_json(self):
        text, machine = tool("selftest"), tool("selftest", "--json")
        self.assertEqual((text.returncode, machine.returncode), (0, 0))
        report = json.loads(machine.stdout)
        self.assertEqual(report["failed"], 0)
        rows = text.stdout.splitlines()[:-1]
        self.assertEqual(len(rows), len(report["implementations"]))
        for row, implementation in zip(rows, report["implementations"]):
            self.assertEqual(row.split()[:2], [implementation["primitive"], implementation["isa"]])
            self.assertIn(implementation["result"], row)
            self.assertIn(implementation["result"], ("passed", "not run"))
        passed = sum(i["result"] == "passed" for i in report["implementations"])
        self.assertTrue(text.stdout.splitlines()[-1].startswith(f"{passed} passed, 0 failed, "))
        self.assertGreaterEqual(passed, 1)

    def test_limits_do_not_hide_implementations_from_the_selftest(self):
        limited = subprocess.run([TOOL, "selftest"], env=dict(os.environ, LANECRYPT_CPU="portable"), stdout=subprocess.PIPE, text=True, timeout=300, check=False)
        self.assertEqual(limited.stdout, tool("selftest").stdout)


if __name__ == "__main__":
    unittest.main()
