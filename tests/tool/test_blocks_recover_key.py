"""lanecrypt blocks recover-key on directories made from real blocks and from noise.

LANECRYPT names the tool; the real blocks lie in LANECRYPT_TESTDATA or ../shared/testdata beside the checkout.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

from blocks_dir import MAGIC, record, xor

TOOL = os.environ["LANECRYPT"]
QUICK = os.environ.get("LANECRYPT_QUICK") == "1"
TESTDATA = os.environ.get("LANECRYPT_TESTDATA") or os.path.join(os.environ.get("LANECRYPT_SOURCE", "."), "..", "shared", "testdata")

MAIN = ["bcoin-block300025.raw", "mainnet-413567.raw", "bcoin-block482683.raw"]
TESTNET = ["bcoin-block928828.raw", "bcoin-block928831.raw", "bcoin-block898352.raw", "bcoin-block1087400.raw"]


def tool(*arguments):
    return subprocess.run([TOOL, "blocks", "recover-key", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)


def needs_data():
    if os.path.isdir(TESTDATA):
        return
    if os.environ.get("CI") == "true":
        raise AssertionError("no test data in " + TESTDATA)
    raise unittest.SkipTest("no test data in " + TESTDATA + "; LANECRYPT_TESTDATA names it")


def read_blocks(names):
    blocks = []
    for name in names:
        with open(os.path.join(TESTDATA, name), "rb") as f:
            blocks.append(f.read())
    return blocks


class RecoverKeyTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.dir = os.path.join(holder.name, "blocks")

    def write(self, files, key):
        shutil.rmtree(self.dir, ignore_errors=True)
        os.mkdir(self.dir)
        for name, (plain, tail) in files.items():
            with open(os.path.join(self.dir, name), "wb") as f:
                f.write(xor(plain, key) + bytes(tail))

    def found(self, *arguments):
        result = tool(self.dir, "--json", *arguments)
        keys = json.loads(result.stdout)["keys"]
        return result, keys

    def test_real_blocks_under_random_keys(self):
        needs_data()
        rng = random.Random(11)
        main, testnet = read_blocks(MAIN), read_blocks(TESTNET)
        for i in range(60 if QUICK else 1000):
            network, pool = rng.choice([("main", main), ("testnet3", testnet)])
            key = rng.randbytes(8)
            count = rng.choice([1, 1, 2])
            # Whole blocks are slow to copy a thousand times; the start of one with its true size in front is enough.
            files, number = {}, rng.choice([0, 1, 77])
            for n in range(rng.choice([1, 2, 3])):
                plain = b"".join(record(b[:20_000] if i % 50 else b, network) for b in rng.choices(pool, k=count))
                files["blk%05d.dat" % (number + n)] = (plain, rng.choice([0, 0, 5000]))
            self.write(files, key)
            result, keys = self.found()
            self.assertEqual(result.returncode, 0, (i, key.hex(), result.stderr))
            self.assertEqual([k["key"] for k in keys], [key.hex()], i)
            self.assertEqual(keys[0]["network"], network)
            self.assertEqual(keys[0]["files_agreeing"], len(files))
            self.assertEqual(keys[0]["null_prevouts"], count * len(files))

    def test_writes_only_when_asked(self):
        needs_data()
        key = bytes.fromhex("0123456789abcdef")
        self.write({"blk00005.dat": (record(read_blocks(MAIN[:1])[0], "main"), 100)}, key)
        path = os.path.join(self.dir, "xor.dat")
        result = tool(self.dir)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse(os.path.exists(path))
        self.assertEqual(result.stdout.decode().split("\n")[:2], ["key          0123456789abcdef", "network      main (magic f9beb4d9)"])
        self.assertEqual(tool(self.dir, "--write").returncode, 0)
        with open(path, "rb") as f:
            self.assertEqual(f.read(), key)
        self.assertIn(b"holds this key already", tool(self.dir, "--write").stdout)
        with open(path, "wb") as f:
            f.write(bytes(8))
        refused = tool(self.dir, "--write")
        self.assertEqual(refused.returncode, 1)
        self.assertIn(b"--force replaces it", refused.stderr)
        with open(path, "rb") as f:
            self.assertEqual(f.read(), bytes(8))
        self.assertEqual(tool(self.dir, "--write", "--force").returncode, 0)
        with open(path, "rb") as f:
            self.assertEqual(f.read(), key)

    def test_plain_data(self):
        needs_data()
        self.write({"blk00000.dat": (record(read_blocks(MAIN[:1])[0], "main"), 0)}, bytes(8))
        result = tool(self.dir)
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"none: the data is plain", result.stdout)

    def test_genesis_counts(self):
        """Two records: the first as long as a genesis block."""
        needs_data()
        rng = random.Random(3)
        genesis = rng.randbytes(4) + bytes(32) + rng.randbytes(44) + b"\x01\x01\0\0\0\x01" + bytes(32) + b"\xff" * 4 + rng.randbytes(163)
        self.assertEqual(len(genesis), 285)
        self.write({"blk00000.dat": (record(genesis, "main") + record(read_blocks(MAIN[:1])[0], "main"), 0)}, bytes.fromhex("a1b2c3d4e5f60718"))
        result, keys = self.found()
        self.assertEqual(result.returncode, 0)
        self.assertEqual((keys[0]["genesis"], keys[0]["records"]), (1, 2))

    def test_two_keys_are_both_named_and_none_is_chosen(self):
        needs_data()
        a, b = bytes.fromhex("0123456789abcdef"), bytes.fromhex("a1b2c3d4e5f60718")
        block = record(read_blocks(MAIN[:1])[0], "main")
        self.write({"blk00000.dat": (block, 0)}, a)
        with open(os.path.join(self.dir, "blk00001.dat"), "wb") as f:
            f.write(xor(block, b))
        result, keys = self.found("--write")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(sorted(k["key"] for k in keys), sorted([a.hex(), b.hex()]))
        self.assertIn(b"different keys", result.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.dir, "xor.dat")))

    def test_a_file_against(self):
        needs_data()
        key = bytes.fromhex("0123456789abcdef")
        block = record(read_blocks(MAIN[:1])[0], "main")
        self.write({"blk00000.dat": (block, 0), "blk00001.dat": (random.Random(1).randbytes(5000), 0)}, key)
        result = tool(self.dir, "--write")
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"blk00001.dat: does not begin with a record under this key", result.stderr)
        self.assertIn(b"xor.dat is not written", result.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.dir, "xor.dat")))

    def test_noise_shows_no_key(self):
        rng = random.Random(5)
        for _ in range(5 if QUICK else 50):
            self.write({"blk%05d.dat" % i: (rng.randbytes(rng.randrange(0, 5000)), 0) for i in range(3)}, bytes(8))
            result, keys = self.found("--write")
            self.assertEqual((result.returncode, keys), (1, []))
            self.assertIn(b"no key found", result.stderr)
            self.assertFalse(os.path.exists(os.path.join(self.dir, "xor.dat")))

    def test_zeros_show_no_key(self):
        self.write({"blk00000.dat": (b"", 100_000)}, bytes(8))
        self.assertEqual(tool(self.dir).returncode, 1)
        # A tail that a tool has XORed shows a key, but nothing confirms it.
        self.write({"blk00000.dat": (random.Random(1).randbytes(999) + bytes(50_000), 0)}, bytes.fromhex("0123456789abcdef"))
        self.assertEqual(tool(self.dir).returncode, 1)

    def test_custom_signet(self):
        needs_data()
        MAGIC["custom"] = bytes.fromhex("5c2f00a1")
        key = bytes.fromhex("0123456789abcdef")
        one = record(read_blocks(MAIN[:1])[0], "custom")
        self.write({"blk00000.dat": (one, 0)}, key)
        self.assertEqual(tool(self.dir).returncode, 1)  # one record of an unknown network proves nothing
        self.assertEqual(tool(self.dir, "--network", "5c2f00a1").returncode, 0)
        self.write({"blk00000.dat": (one + one, 0)}, key)
        result, keys = self.found()
        self.assertEqual((result.returncode, [k["key"] for k in keys]), (0, [key.hex()]))

    def test_bad_arguments(self):
        self.assertEqual(tool().returncode, 2)
        self.assertEqual(tool("/nonexistent").returncode, 1)
        self.write({}, bytes(8))
        empty = tool(self.dir)
        self.assertEqual(empty.returncode, 1)
        self.assertIn(b"no blkNNNNN.dat in it", empty.stderr)


if __name__ == "__main__":
    if sys.byteorder != "little":
        sys.exit("these tests build little-endian data by hand")
    unittest.main()
