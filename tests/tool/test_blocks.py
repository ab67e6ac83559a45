"""lanecrypt blocks info, verify, gen and lanecrypt replay: exact output, exit codes, and that inputs are never changed.

The tool is named by the environment variable LANECRYPT; real blocks come from LANECRYPT_TESTDATA or ../shared/testdata.
"""
import bz2
import hashlib
import json
import os
import pathlib
import signal
import struct
import subprocess
import tempfile
import unittest

TOOL = os.environ["LANECRYPT"]
SOURCE = pathlib.Path(os.environ["LANECRYPT_SOURCE"])
TESTDATA = pathlib.Path(os.environ.get("LANECRYPT_TESTDATA") or SOURCE / ".." / "shared" / "testdata")

MAGIC = {"main": bytes.fromhex("f9beb4d9"), "testnet3": bytes.fromhex("0b110907"), "regtest": bytes.fromhex("fabfb5da")}
KEY = bytes.fromhex("0123456789abcdef")


def tool(*arguments, **options):
    return subprocess.run([TOOL, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300, check=False, **options)


def sha256d(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


def xor(data, key):
    stream = key * (len(data) // 8 + 1)
    return (int.from_bytes(data, "little") ^ int.from_bytes(stream[: len(data)], "little")).to_bytes(len(data), "little")


def record(magic, block):
    return magic + struct.pack("<I", len(block)) + block


def small_block(number, previous=bytes(32)):
    """A block of one transaction, without witness, with a right merkle root."""
    script = b"\x04" + struct.pack("<I", number) + bytes(20)
    tx = struct.pack("<I", 1) + b"\x01" + bytes(32) + b"\xff" * 4 + bytes([len(script)]) + script + b"\xff" * 4
    tx += b"\x01" + struct.pack("<Q", 50) + b"\x01\x51" + bytes(4)
    return struct.pack("<I", 1) + previous + sha256d(tx) + struct.pack("<III", 1300000000 + number, 0x207FFFFF, number) + b"\x01" + tx


def chain(count):
    out, previous = [], bytes(32)
    for number in range(count):
        out.append(small_block(number, previous))
        previous = sha256d(out[-1][:80])
    return out


class BlocksTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def write(self, name, data, key=None):
        (self.dir / name).write_bytes(xor(data, key) if key else data)

    def three_files(self, key=KEY):
        """Nine blocks in three files."""
        self.blocks = chain(9)
        for n in range(3):
            self.write("blk%05d.dat" % n, b"".join(record(MAGIC["regtest"], b) for b in self.blocks[3 * n : 3 * n + 3]), key)
        if key:
            (self.dir / "xor.dat").write_bytes(key)

    def state(self):
        out = {}
        for path in sorted(self.dir.iterdir()):
            content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "special"
            out[path.name] = (content, path.lstat().st_mtime_ns)
        return out

    def check_bad(self, lines, blocks):
        """Every reading command prints exactly these lines, exits with 1, sees so many blocks and changes nothing."""
        before = self.state()
        for command, output in ((["blocks", "verify"], "json"), (["replay"], "json"), (["blocks", "info"], "json"), (["blocks", "verify"], "text"), (["replay"], "text")):
            result = tool(*command, self.dir, *(["--json"] if output == "json" else []))
            expected = "".join("lanecrypt %s: %s/%s\n" % (" ".join(command), self.dir, line) for line in lines)
            self.assertEqual(result.stderr, expected)
            self.assertEqual(result.returncode, 1)
            if blocks is None:
                self.assertEqual(result.stdout, "")
            elif output == "json":
                self.assertEqual(json.loads(result.stdout)["blocks"], blocks)
                self.assertEqual(json.loads(result.stdout)["problems"], len(lines))
            else:
                self.assertIn("\nresult       FAILED, %d problem%s\n" % (len(lines), "" if len(lines) == 1 else "s"), result.stdout)
            self.assertEqual(self.state(), before)

    # ---- good directories ----

    def test_verify_prints_exactly_this(self):
        self.three_files()
        tip = sha256d(self.blocks[-1][:80])[::-1].hex()
        result = tool("blocks", "verify", self.dir)
        self.assertEqual(result.stderr, "")
        size = sum(map(len, self.blocks)) / 1000
        self.assertEqual(
            result.stdout,
            "network      regtest (magic fabfb5da)\n"
            "key          0123456789abcdef (xor.dat)\n"
            "checked      9 blocks, 9 transactions, %.2f kB in 3 files\n"
            "merkle root  9 right, 0 wrong\n"
            "witness      0 right, 0 wrong, 9 without\n"
            "work         not needed on regtest\n"
            "heights      0 to 8\n"
            "tip          %s\n"
            "order        0 stored before their parent, 0 beside the longest chain, 0 stored twice\n"
            "between      nothing\n"
            "result       all good\n" % (size, tip),
        )
        self.assertEqual(result.returncode, 0)

    def test_info_prints_exactly_this(self):
        self.three_files(key=None)
        os.rename(self.dir / "blk00001.dat", self.dir / "blk00009.dat")
        (self.dir / "blk00000.dat").unlink()
        self.write("blk00012.dat", bytes(10) + record(MAGIC["regtest"], self.blocks[0]) * 2 + bytes(1000))
        tip = sha256d(self.blocks[8][:80])[::-1].hex()
        result = tool("blocks", "info", self.dir, "--files")
        self.assertEqual(result.stderr, "")
        each = len(self.blocks[0])
        self.assertEqual(
            result.stdout,
            "network      regtest (magic fabfb5da)\n"
            "key          none (no xor.dat)\n"
            "files        3 files, %.2f kB: blk00002.dat to blk00012.dat\n"
            "             not here: blk00003.dat to blk00008.dat\n"
            "             not here: blk00010.dat to blk00011.dat\n"
            "blocks       8 blocks, %.2f kB\n"
            "times        2011-03-13 07:06:40 UTC to 2011-03-13 07:06:48 UTC\n"
            "heights      0 to 0\n"
            "tip          %s\n"
            "order        1 stored before their parent, 0 beside the longest chain, 1 stored twice\n"
            "unlinked     1 block whose parent is not here\n"
            "             %s in blk00009.dat at offset 0\n"
            "between      1 unwritten gap (10 B), 1.00 kB preallocated\n"
            "\n"
            "file                   bytes   blocks     in blocks     unwritten\n"
            "blk00002.dat   %13d        3 %13d             0\n"
            "blk00009.dat   %13d        3 %13d             0\n"
            "blk00012.dat   %13d        2 %13d          1010\n"
            % (
                (8 * (each + 8) + 1010) / 1000, 8 * each / 1000, tip, sha256d(self.blocks[3][:80])[::-1].hex(),
                3 * each + 24, 3 * each, 3 * each + 24, 3 * each, 2 * each + 16 + 1010, 2 * each,
            ),
        )
        self.assertEqual(result.returncode, 0)
        self.assertEqual(tool("blocks", "verify", self.dir).returncode, 0)

    def test_generated_directory(self):
        made = self.dir / "made"
        result = tool("blocks", "gen", made, "--size", "12MiB", "--file-size", "5MiB", "--seed", "9", "--json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        summary = json.loads(result.stdout)
        self.assertGreater(summary["files"], 2)
        again = self.dir / "again"
        self.assertEqual(tool("blocks", "gen", again, "--size", "12MiB", "--file-size", "5MiB", "--seed", "9").returncode, 0)
        for name in os.listdir(made):
            self.assertEqual((made / name).read_bytes(), (again / name).read_bytes(), name)
        self.assertEqual((made / "xor.dat").read_bytes().hex(), summary["key"])
        verified = json.loads(tool("blocks", "verify", made, "--json").stdout)
        for field in ("blocks", "transactions", "block_bytes", "files", "gaps", "key"):
            self.assertEqual(verified[field], summary[field], field)
        self.assertTrue(verified["ok"])
        self.assertEqual(verified["witness_commitments"]["right"], summary["blocks"] - 1)
        self.assertEqual(verified["chain"]["highest_height"], summary["highest_height"])
        self.assertEqual(verified["chain"]["stale"], summary["stale"])
        self.assertGreater(verified["tail_bytes"], 0)

        # The preallocated end is raw zeros, and every record is obfuscated.
        last = (made / ("blk%05d.dat" % (summary["files"] - 1))).read_bytes()
        self.assertEqual(last[-verified["tail_bytes"] :], bytes(verified["tail_bytes"]))
        self.assertEqual(xor(last[:8], bytes.fromhex(summary["key"]))[:4], MAGIC["regtest"])

        replayed = tool("replay", made, "--json")
        self.assertEqual((replayed.returncode, replayed.stderr), (0, ""))
        report = json.loads(replayed.stdout)
        self.assertTrue(report["ok"] and report["equal"])
        self.assertEqual((report["blocks"], report["transactions"]), (summary["blocks"], summary["transactions"]))
        stages = {s["stage"]: s for s in report["stages"]}
        for name in ("de-obfuscate", "txids", "wtxids", "merkle roots", "witness commitments"):
            self.assertGreater(stages[name]["bytes"], 0)
            self.assertGreater(stages[name]["seconds"], 0)
            self.assertGreater(stages[name]["portable_seconds"], 0)
        self.assertAlmostEqual(sum(s["share"] for s in report["stages"]), 1, places=6)
        self.assertIn("result       all good\n", tool("replay", made).stdout)

        # Nothing is overwritten, and a plain directory is plain.
        refused = tool("blocks", "gen", made)
        self.assertEqual(refused.stderr, "lanecrypt blocks gen: %s: the directory is not empty; nothing is overwritten\n" % made)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        plain = self.dir / "plain"
        self.assertEqual(tool("blocks", "gen", plain, "--size", "1MiB", "--key", "none").returncode, 0)
        self.assertEqual((plain / "xor.dat").read_bytes(), bytes(8))
        self.assertEqual((plain / "blk00000.dat").read_bytes()[:4], MAGIC["regtest"])
        self.assertEqual(json.loads(tool("blocks", "verify", plain, "--json").stdout)["key_file"], "zero")
        chosen = self.dir / "chosen"
        self.assertEqual(tool("blocks", "gen", chosen, "--size", "1MiB", "--key", "0123456789abcdef").returncode, 0)
        self.assertEqual((chosen / "xor.dat").read_bytes(), KEY)

    def test_interrupted_generation_leaves_nothing(self):
        made = self.dir / "made"
        process = subprocess.Popen([TOOL, "blocks", "gen", made, "--size", "40GiB"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not (made / "blk00000.dat").exists():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual((out, err, process.returncode), (b"", b"", 130))
        self.assertFalse(made.exists())

    # ---- real blocks ----

    def real(self):
        if not TESTDATA.is_dir():
            if os.environ.get("CI") == "true":
                self.fail("no test data in %s" % TESTDATA)
            self.skipTest("no test data in %s; LANECRYPT_TESTDATA names it" % TESTDATA)
        return json.loads((TESTDATA / "golden_blocks.json").read_text())

    def test_real_blocks(self):
        golden = self.real()
        networks = {"main": [], "testnet3": []}
        for name in golden:
            main = name.startswith("mainnet") or name in ("bcoin-block300025.raw", "bcoin-block482683.raw")
            networks["main" if main else "testnet3"].append(name)
        for network, names in networks.items():
            data = b"".join(record(MAGIC[network], (TESTDATA / name).read_bytes()) for name in names)
            size = sum(golden[name]["size"] for name in names)
            transactions = sum(golden[name]["ntx"] for name in names)
            commitments = sum(golden[name]["witness_commitment_ok"] is True for name in names)
            self.assertTrue(all(golden[name]["merkle_ok"] for name in names))
            for key in (None, KEY):
                for path in self.dir.iterdir():
                    path.unlink()
                self.write("blk00000.dat", data, key)
                with open(self.dir / "blk00000.dat", "ab") as f:
                    f.write(bytes(100_000))
                if key:
                    (self.dir / "xor.dat").write_bytes(key)
                before = self.state()
                verified = tool("blocks", "verify", self.dir, "--json")
                self.assertEqual((verified.stderr, verified.returncode), ("", 0))
                report = json.loads(verified.stdout)
                self.assertEqual(report["network"], network)
                self.assertEqual(report["key_file"], "present" if key else "none")
                self.assertEqual((report["blocks"], report["transactions"], report["block_bytes"]), (len(names), transactions, size))
                self.assertEqual((report["wrong_merkle_roots"], report["without_work"], report["work_checked"]), (0, 0, True))
                self.assertEqual(report["witness_commitments"]["right"], commitments)
                self.assertEqual(report["witness_commitments"]["wrong"], 0)
                self.assertEqual(report["tail_bytes"], 100_000)
                stored = {golden[name]["hash"] for name in names}
                self.assertTrue({u["hash"] for u in report["chain"]["unlinked"]} <= stored)

                replayed = tool("replay", self.dir, "--json")
                self.assertEqual((replayed.stderr, replayed.returncode), ("", 0))
                report = json.loads(replayed.stdout)
                self.assertEqual((report["blocks"], report["transactions"], report["block_bytes"]), (len(names), transactions, size))
                self.assertTrue(report["ok"] and report["equal"])
                self.assertEqual(self.state(), before)

                # One bit of the lock time of the last transaction of the last block.
                raw = (self.dir / "blk00000.dat").read_bytes()
                at = len(data) - 1
                self.write("blk00000.dat", raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
                damaged = tool("blocks", "verify", self.dir)
                offset = len(data) - golden[names[-1]]["size"] - 8
                self.assertIn("lanecrypt blocks verify: %s/blk00000.dat: block %s: the merkle root is wrong at offset %d\n" % (self.dir, golden[names[-1]]["hash"], offset), damaged.stderr)
                self.assertEqual(damaged.returncode, 1)

    def test_first_blocks_of_the_main_network(self):
        self.real()
        self.write("blk00000.dat", bz2.decompress((TESTDATA / "btcd-blocks1-256.bz2").read_bytes()))
        report = json.loads(tool("blocks", "verify", self.dir, "--json").stdout)
        self.assertEqual((report["ok"], report["network"], report["blocks"], report["block_bytes"]), (True, "main", 255, 58_731 - 255 * 8))
        self.assertEqual(report["without_work"], 0)
        # Genesis is not among them.
        self.assertEqual([u["parent"] for u in report["chain"]["unlinked"]], ["000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"])
        self.assertEqual(json.loads(tool("replay", self.dir, "--json").stdout)["blocks"], 255)

        # Work: another nonce in block 1 changes nothing else.
        data = bytearray((self.dir / "blk00000.dat").read_bytes())
        data[8 + 76] ^= 1
        self.write("blk00000.dat", bytes(data))
        result = tool("blocks", "verify", self.dir)
        block = sha256d(bytes(data[8:88]))[::-1].hex()
        self.assertEqual(result.stderr, "lanecrypt blocks verify: %s/blk00000.dat: block %s: the hash does not meet the target at offset 0\n" % (self.dir, block))
        self.assertEqual(result.returncode, 1)

    # ---- bad input ----

    def test_missing_and_empty_directory(self):
        for command in ("info", "verify"):
            result = tool("blocks", command, self.dir / "none")
            self.assertEqual(result.stderr, "lanecrypt blocks %s: %s/none: cannot read the directory: No such file or directory\n" % (command, self.dir))
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            result = tool("blocks", command, self.dir)
            self.assertEqual(result.stderr, "lanecrypt blocks %s: %s: no blkNNNNN.dat in it\n" % (command, self.dir))
            self.assertEqual((result.returncode, result.stdout), (1, ""))
        result = tool("replay", self.dir)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (1, "", "lanecrypt replay: %s: no blkNNNNN.dat in it\n" % self.dir))

    def test_no_block_file(self):
        self.three_files()
        self.write("blk00001.dat", b"This is no block file. " * 1000)
        self.check_bad(["blk00001.dat: no block file: the magic fabfb5da (regtest) is nowhere in it; expected at offset 0"], 6)

    def test_only_no_block_file(self):
        self.write("blk00000.dat", b"This is no block file. " * 1000)
        self.check_bad(["blk00000.dat: begins with 54686973, which is no network's magic, and there is no xor.dat: the key is lost, or this is no block file at offset 0"], None)

    def test_truncated_block(self):
        self.three_files()
        path = self.dir / "blk00001.dat"
        size = path.stat().st_size
        os.truncate(path, size - 30)
        last = len(self.blocks[5])
        self.check_bad(["blk00001.dat: a block of %d bytes that the end of the file cuts off after %d at offset %d" % (last, last - 30, size - last - 8)], 8)

    def test_sizes_that_lie(self):
        for size in (0, 79, 4_000_001, 0xFFFFFFFF):
            self.three_files()
            blocks = self.blocks[3:6]
            middle = MAGIC["regtest"] + struct.pack("<I", size) + blocks[1]
            self.write("blk00001.dat", record(MAGIC["regtest"], blocks[0]) + middle + record(MAGIC["regtest"], blocks[2]), KEY)
            self.check_bad(["blk00001.dat: a block of %d bytes, outside 80 to 4000000, at offset %d" % (size, len(blocks[0]) + 8)], 8)

    def test_wrong_magic(self):
        self.three_files()
        blocks = self.blocks[3:6]
        for magic, line in (
            (MAGIC["main"], "a block of another network (magic f9beb4d9, main)"),
            (b"\x01\x02\x03\x04", "%d bytes that belong to no block" % (len(blocks[1]) + 8)),
        ):
            self.write("blk00001.dat", record(MAGIC["regtest"], blocks[0]) + record(magic, blocks[1]) + record(MAGIC["regtest"], blocks[2]), KEY)
            self.check_bad(["blk00001.dat: %s at offset %d" % (line, len(blocks[0]) + 8)], 8)

    def test_key_file_of_the_wrong_length(self):
        for size in (0, 7, 9):
            self.three_files()
            (self.dir / "xor.dat").write_bytes(bytes(size))
            self.check_bad(["xor.dat: a key file of %d bytes instead of 8 at offset %d" % (size, min(size, 8))], None)
        self.three_files(key=None)
        self.check_bad(["xor.dat: a key file of 9 bytes instead of 8 at offset 8"], 9)

    def test_lost_key(self):
        self.three_files()
        (self.dir / "xor.dat").unlink()
        begin = xor(MAGIC["regtest"], KEY).hex()
        self.check_bad(["blk00000.dat: begins with %s, which is no network's magic, and there is no xor.dat: the key is lost, or this is no block file at offset 0" % begin], None)

    def test_unreadable_file_in_the_middle(self):
        self.three_files()
        (self.dir / "blk00001.dat").unlink()
        (self.dir / "blk00001.dat").symlink_to("nowhere")
        result = tool("blocks", "verify", self.dir, "--json")
        self.assertEqual(result.stderr, "lanecrypt blocks verify: %s/blk00001.dat: cannot open: No such file or directory at offset 0\n" % self.dir)
        self.assertEqual((result.returncode, json.loads(result.stdout)["blocks"]), (1, 6))
        (self.dir / "blk00001.dat").unlink()
        (self.dir / "blk00001.dat").mkdir()
        self.check_bad(["blk00001.dat: not a regular file at offset 0"], 6)
        (self.dir / "blk00001.dat").rmdir()
        os.mkfifo(self.dir / "blk00001.dat")
        self.check_bad(["blk00001.dat: not a regular file at offset 0"], 6)
        (self.dir / "blk00001.dat").unlink()
        if os.geteuid() != 0:
            self.write("blk00001.dat", b"secret")
            os.chmod(self.dir / "blk00001.dat", 0)
            result = tool("blocks", "verify", self.dir)
            self.assertEqual(result.stderr, "lanecrypt blocks verify: %s/blk00001.dat: cannot open: Permission denied at offset 0\n" % self.dir)
            self.assertEqual(result.returncode, 1)

    def test_block_that_does_not_parse(self):
        self.three_files()
        blocks = self.blocks[3:6]
        bad = blocks[1][:80] + b"\xfd\x05\x00" + blocks[1][83:]
        self.write("blk00001.dat", b"".join(record(MAGIC["regtest"], b) for b in (blocks[0], bad, blocks[2])), KEY)
        result = tool("blocks", "verify", self.dir)
        self.assertEqual(result.stderr, "lanecrypt blocks verify: %s/blk00001.dat: no valid block: a length is not in its shortest form (byte 83 of %d) at offset %d\n" % (self.dir, len(bad), len(blocks[0]) + 8))
        self.assertEqual(result.returncode, 1)

    # ---- usage ----

    def test_usage(self):
        for arguments in (["blocks"], ["blocks", "nothing"], ["blocks", "verify"], ["replay"], ["blocks", "info", self.dir, "--network", "moon"], ["blocks", "gen", self.dir / "x", "--key", "12"], ["blocks", "gen", self.dir / "x", "--size", "many"]):
            result = tool(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
            self.assertRegex(result.stderr, "^lanecrypt( [a-z]+)*: ")
        self.assertFalse((self.dir / "x").exists())

    def test_closed_pipe_and_full_disk(self):
        self.three_files()
        for command in (["blocks", "verify"], ["blocks", "info"], ["replay"]):
            reader, writer = os.pipe()
            os.close(reader)
            result = subprocess.run([TOOL, *command, self.dir], stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False)
            os.close(writer)
            self.assertEqual((result.returncode, result.stderr), (-signal.SIGPIPE, b""))
            with open("/dev/full", "wb") as full:
                result = subprocess.run([TOOL, *command, self.dir], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
            self.assertEqual((result.returncode, result.stderr), (1, b"lanecrypt: cannot write the output\n"))

    def test_progress_bar_is_only_for_terminals(self):
        made = self.dir / "made"
        tool("blocks", "gen", made, "--size", "40MiB")
        master, slave = os.openpty()
        result = subprocess.run([TOOL, "replay", made], stdout=subprocess.PIPE, stderr=slave, timeout=120, check=False)
        os.close(slave)
        self.assertEqual(result.returncode, 0)
        shown = b""
        try:
            while chunk := os.read(master, 65536):
                shown += chunk
        except OSError:
            pass  # the other end is closed
        os.close(master)
        if shown:  # a fast machine may be done before the first update
            self.assertIn(b"replaying", shown)
            self.assertTrue(shown.endswith(b"\r\x1b[K"), shown[-80:])


if __name__ == "__main__":
    unittest.main()
