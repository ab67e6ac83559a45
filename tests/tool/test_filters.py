"""lanecrypt blocks filters and blocks scan on real blocks with undo files that this test writes itself.

The tool is named by the environment variable LANECRYPT; real blocks come from LANECRYPT_TESTDATA or ../shared/testdata.
"""
import hashlib
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

TOOL = os.environ["LANECRYPT"]
SOURCE = pathlib.Path(os.environ["LANECRYPT_SOURCE"])
TESTDATA = pathlib.Path(os.environ.get("LANECRYPT_TESTDATA") or SOURCE / ".." / "shared" / "testdata")
MAGIC = bytes.fromhex("0b110907")  # testnet3
KEY = bytes.fromhex("0123456789abcdef")
# The generator point, compressed and not: a key that every curve library restores.
KEY_X = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
KEY_Y = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"


def tool(*arguments, **options):
    return subprocess.run([TOOL, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300, check=False, **options)


def sha256d(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


def xor(data, key=KEY):
    stream = key * (len(data) // 8 + 1)
    return (int.from_bytes(data, "little") ^ int.from_bytes(stream[: len(data)], "little")).to_bytes(len(data), "little")


def varint(n):
    out = [n & 0x7F]
    while n > 0x7F:
        n = (n >> 7) - 1
        out.append(n & 0x7F | 0x80)
    return bytes(reversed(out))


def compact(n):
    return bytes([n]) if n < 0xFD else b"\xfd" + struct.pack("<H", n) if n < 0x10000 else b"\xfe" + struct.pack("<I", n)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        self.at += n
        return self.data[self.at - n : self.at]

    def compact(self):
        first = self.take(1)[0]
        return first if first < 0xFD else int.from_bytes(self.take({0xFD: 2, 0xFE: 4, 0xFF: 8}[first]), "little")


def input_counts(block):
    """Inputs of every transaction."""
    r, counts = Reader(block), []
    r.take(80)
    for _ in range(r.compact()):
        r.take(4)
        witness = r.data[r.at] == 0
        if witness:
            r.take(2)
        inputs = r.compact()
        for _ in range(inputs):
            r.take(36)
            r.take(r.compact() + 4)
        for _ in range(r.compact()):
            r.take(8)
            r.take(r.compact())
        for _ in range(inputs if witness else 0):
            for _ in range(r.compact()):
                r.take(r.compact())
        r.take(4)
        counts.append(inputs)
    return counts


def compressed_amount(n):
    if n == 0:
        return 0
    e = 0
    while n % 10 == 0 and e < 9:
        n, e = n // 10, e + 1
    return 1 + (n // 10 * 9 + n % 10 - 1) * 10 + e if e < 9 else 1 + (n - 1) * 10 + 9


def compressed_script(s):
    if len(s) == 25 and s[:3] == b"\x76\xa9\x14" and s[23:] == b"\x88\xac":
        return b"\x00" + s[3:23]
    if len(s) == 23 and s[:2] == b"\xa9\x14" and s[22:] == b"\x87":
        return b"\x01" + s[2:22]
    if len(s) == 35 and s[0] == 33 and s[1] in (2, 3) and s[34] == 0xAC:
        return s[1:34]
    if s.hex() == "4104" + KEY_X + KEY_Y + "ac":
        return b"\x04" + s[2:34]
    return varint(len(s) + 6) + s


def undo(block, outputs):
    counts, next_output = input_counts(block)[1:], iter(outputs)
    out = compact(len(counts))
    for count in counts:
        out += compact(count)
        for height in range(count):
            value, script = next(next_output)
            out += varint(2 * (height * 1000) + height % 2) + (b"\x00" if height else b"")
            out += varint(compressed_amount(value)) + compressed_script(script)
    return out


def bcoin_outputs(name):
    r, out = Reader((TESTDATA / name).read_bytes()), []
    while r.at < len(r.data):
        value = int.from_bytes(r.take(8), "little")
        out.append((value, r.take(r.compact())))
    return out


def write_directory(path, blocks, undos):
    """blk00000.dat and rev00000.dat, obfuscated; an undo of None is left out."""
    path.mkdir()
    (path / "xor.dat").write_bytes(KEY)
    (path / "blk00000.dat").write_bytes(xor(b"".join(MAGIC + struct.pack("<I", len(b)) + b for b in blocks)))
    records = [MAGIC + struct.pack("<I", len(u)) + u + sha256d(b[4:36] + u) for b, u in zip(blocks, undos) if u is not None]
    (path / "rev00000.dat").write_bytes(xor(b"".join(reversed(records))) + bytes(4096))


def stored_filters(path):
    r, out = Reader(path.read_bytes()), {}
    while r.at < len(r.data):
        block = r.take(32)[::-1].hex()
        out[block] = r.take(r.compact())
    return out


class FiltersTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        if not TESTDATA.is_dir():
            if os.environ.get("CI") == "true":
                raise AssertionError(f"no test data in {TESTDATA}")
            raise unittest.SkipTest(f"no test data in {TESTDATA}; LANECRYPT_TESTDATA names it")
        golden = json.loads((TESTDATA / "golden_blocks.json").read_text())
        cls.golden = {n: v for n, v in golden.items() if "filter_hash" in v}
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name) / "blocks"
        cls.blocks = [(TESTDATA / n).read_bytes() for n in cls.golden]
        cls.outputs = [bcoin_outputs(n.replace(".raw", "-undo.raw")) for n in cls.golden]
        write_directory(cls.dir, cls.blocks, [undo(b, o) for b, o in zip(cls.blocks, cls.outputs)])
        cls.filters = pathlib.Path(cls.folder.name) / "filters"
        cls.made = tool("blocks", "filters", cls.dir, "-o", cls.filters)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_filters_of_real_blocks_are_exact(self):
        self.assertEqual((self.made.returncode, self.made.stderr), (0, ""))
        self.assertTrue(self.made.stdout.startswith(f"{self.filters}: 6 filters, "), self.made.stdout)
        stored = stored_filters(self.filters / "fltr00000.dat")
        rows = [line.split("\t") for line in (self.filters / "headers.tsv").read_text().splitlines()]
        self.assertEqual(rows[0], ["height", "block", "filter_hash", "filter_header"])
        by_block = {row[1]: row for row in rows[1:]}
        self.assertEqual(len(by_block), 6)
        for values in self.golden.values():
            encoded = stored[values["hash"]]
            self.assertEqual(len(encoded), values["filter_len"])
            self.assertEqual(sha256d(encoded)[::-1].hex(), values["filter_hash"])
            self.assertEqual(Reader(encoded).compact(), values["filter_N"])
            self.assertEqual(by_block[values["hash"]][2], values["filter_hash"])
            self.assertEqual(by_block[values["hash"]][3], "")

    def test_headers_go_on_from_a_given_one(self):
        # One block alone is the first of the largest part.
        with tempfile.TemporaryDirectory() as folder:
            name = "bcoin-block1087400.raw"
            block, before = (TESTDATA / name).read_bytes(), bytes(range(32))
            write_directory(pathlib.Path(folder) / "b", [block], [undo(block, bcoin_outputs("bcoin-block1087400-undo.raw"))])
            out = pathlib.Path(folder) / "f"
            ran = tool("blocks", "filters", pathlib.Path(folder) / "b", "-o", out, "--prev-header", before[::-1].hex(), "--json")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertEqual(json.loads(ran.stdout)["headers"], 1)
            row = (out / "headers.tsv").read_text().splitlines()[1].split("\t")
            self.assertEqual(row[3], sha256d(bytes.fromhex(row[2])[::-1] + before)[::-1].hex())

    def test_a_block_without_undo_is_an_error_line(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            undos = [undo(b, o) for b, o in zip(self.blocks, self.outputs)]
            undos[1] = None
            damaged = bytearray(undos[2])
            damaged[len(damaged) // 2] ^= 1
            write_directory(folder / "b", self.blocks, undos)
            # The checksum is over the undamaged data.
            file = bytearray(xor((folder / "b" / "rev00000.dat").read_bytes()))
            at = file.find(undos[2])
            file[at + len(damaged) // 2] ^= 1
            (folder / "b" / "rev00000.dat").write_bytes(xor(bytes(file)))
            ran = tool("blocks", "filters", folder / "b", "-o", folder / "f")
            self.assertEqual(ran.returncode, 1)
            lines = ran.stderr.splitlines()
            self.assertEqual(len(lines), 2, ran.stderr)
            for line, name in zip(lines, list(self.golden)[1:3]):
                self.assertIn("lanecrypt blocks filters: ", line)
                self.assertIn(self.golden[name]["hash"] + ": no undo data for it in rev00000.dat", line)
            self.assertEqual(len(stored_filters(folder / "f" / "fltr00000.dat")), 4)

    def test_uncompressed_keys_are_restored(self):
        """A block whose only spent output is P2PK with an uncompressed key."""
        script = bytes.fromhex("4104" + KEY_X + KEY_Y + "ac")
        own = bytes.fromhex("0014") + bytes(range(20))
        coinbase = struct.pack("<I", 1) + b"\x01" + bytes(32) + b"\xff" * 4 + b"\x02\x51\x51" + b"\xff" * 4 + b"\x01" + bytes(8) + b"\x01\x6a" + bytes(4)
        spend = struct.pack("<I", 1) + b"\x01" + bytes(range(32)) + bytes(4) + b"\x00" + b"\xff" * 4 + b"\x01" + bytes(8) + bytes([len(own)]) + own + bytes(4)
        header = struct.pack("<I", 1) + bytes(32) + sha256d(sha256d(coinbase) + sha256d(spend)) + struct.pack("<III", 1300000000, 0x207FFFFF, 0)
        block = header + b"\x02" + coinbase + spend
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            data = undo(block, [(5000000000, script)])
            self.assertIn(b"\x04" + bytes.fromhex(KEY_X), data)
            write_directory(folder / "b", [block], [data])
            (folder / "scripts").write_text("# the key\n" + script.hex() + "\n")
            ran = tool("blocks", "scan", folder / "b", "--scripts", folder / "scripts")
            if "libsecp256k1" in ran.stderr:
                self.assertEqual(ran.returncode, 1)
                self.skipTest("the tool was built without libsecp256k1")
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, sha256d(header)[::-1].hex() + "\n", ""))

    def test_scan_finds_blocks_by_spent_and_created_outputs(self):
        wanted = {0: self.outputs[0][3][1], 3: self.outputs[3][100][1]}
        strangers = [bytes.fromhex("0014") + hashlib.sha256(bytes([i])).digest()[:20] for i in range(200)]
        for source in (self.dir, self.filters):
            found = tool("blocks", "scan", source, "--scripts", "-", "--json", input="\n".join(s.hex() for s in strangers + list(wanted.values())))
            self.assertEqual((found.returncode, found.stderr), (0, ""))
            result = json.loads(found.stdout)
            self.assertEqual((result["scripts"], result["blocks"]), (202, 6))
            matches = {m["block"] for m in result["matches"]}
            # Whichever block spends or makes one of the two scripts.
            expect = {v["hash"] for b, o, v in zip(self.blocks, self.outputs, self.golden.values())
                      if any(s in {x for _, x in o} or s in b for s in wanted.values())}
            self.assertTrue({list(self.golden.values())[i]["hash"] for i in wanted} <= expect)
            self.assertEqual(matches, expect)
            none = tool("blocks", "scan", source, "--scripts", "-", input="\n".join(s.hex() for s in strangers))
            self.assertEqual((none.returncode, none.stdout, none.stderr), (0, "", ""))

    def test_scan_gives_the_same_with_one_thread(self):
        script = self.outputs[0][3][1].hex()
        ran = [tool("blocks", "scan", self.filters, "--scripts", "-", "--threads", n, input=script).stdout for n in (1, 3)]
        self.assertEqual(ran[0], ran[1])
        self.assertNotEqual(ran[0], "")

    def test_nothing_is_overwritten(self):
        before = (self.filters / "fltr00000.dat").read_bytes()
        ran = tool("blocks", "filters", self.dir, "-o", self.filters)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("fltr00000.dat", ran.stderr)
        self.assertEqual((self.filters / "fltr00000.dat").read_bytes(), before)

    def test_bad_scripts_and_filters(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for text, words in (("00gg\n", "line 1: no script"), ("51\n516\n", "line 2: no script"), ("# nothing\n\n", "no scripts in it")):
                (folder / "s").write_text(text)
                ran = tool("blocks", "scan", self.filters, "--scripts", folder / "s")
                self.assertEqual(ran.returncode, 1)
                self.assertIn(words, ran.stderr)
            self.assertEqual(tool("blocks", "scan", self.filters).returncode, 2)
            self.assertEqual(tool("blocks", "filters", self.dir, "-o", folder / "x", "--prev-header", "12").returncode, 2)
            (folder / "s").write_text("51\n")
            whole = (self.filters / "fltr00000.dat").read_bytes()
            (folder / "f").mkdir()
            (folder / "f" / "fltr00000.dat").write_bytes(whole[:-1])
            ran = tool("blocks", "scan", folder / "f", "--scripts", folder / "s")
            self.assertEqual(ran.returncode, 1)
            self.assertIn("ends inside a record", ran.stderr)
            (folder / "f" / "fltr00000.dat").write_bytes(whole[:32] + b"\x05" + b"\xff" * 5 + whole)
            ran = tool("blocks", "scan", folder / "f", "--scripts", folder / "s")
            self.assertEqual(ran.returncode, 1)
            self.assertIn("the filter is malformed", ran.stderr)

    def test_synthetic_directories_have_undo_data(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            self.assertEqual(tool("blocks", "gen", folder / "b", "--seed", 3, "--size", "8MiB", "--file-size", "3MiB").returncode, 0)
            ran = tool("blocks", "filters", folder / "b", "-o", folder / "f", "--json")
            self.assertEqual((ran.returncode, ran.stderr), (0, ""))
            result = json.loads(ran.stdout)
            self.assertEqual(result["filters"], result["blocks"])
            self.assertEqual(result["headers"], result["blocks"])
            self.assertEqual(tool("blocks", "verify", folder / "b").returncode, 0)


if __name__ == "__main__":
    unittest.main()
