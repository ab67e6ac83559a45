"""Small blocks directories for tests, built byte by byte here: an independent model of what is on the disk."""
import hashlib
import os
import random
import struct

MAGIC = {"main": bytes.fromhex("f9beb4d9"), "regtest": bytes.fromhex("fabfb5da"), "testnet3": bytes.fromhex("0b110907")}


def xor(data, key, offset=0):
    """data ^ key repeated; data[0] is at file offset `offset`."""
    if not any(key):
        return data
    n = len(data)
    start = offset % 8
    stream = (key * (n // 8 + 2))[start:start + n]
    return (int.from_bytes(data, "little") ^ int.from_bytes(stream, "little")).to_bytes(n, "little") if n else b""


def record(payload, network="regtest"):
    return MAGIC[network] + struct.pack("<I", len(payload)) + payload


def undo_record(payload, network="regtest"):
    """The checksum is not what a node would write; nothing here checks it."""
    return record(payload, network) + hashlib.sha256(payload).digest()


def coinbase_block(rng, size, segwit=True, previous=None):
    """A block as far as its first transaction's input; the rest is noise."""
    header = rng.randbytes(4) + (previous or rng.randbytes(24) + bytes(8)) + rng.randbytes(44)
    head = header + b"\x01" + b"\x01\0\0\0" + (b"\0\x01" if segwit else b"") + b"\x01" + bytes(32) + b"\xff\xff\xff\xff"
    return head + rng.randbytes(max(0, size - len(head)))


class File:
    """Plain data and an unwritten tail: zeros on the disk whatever the key."""

    def __init__(self, name, plain, tail=0, mode=0o644):
        self.name, self.plain, self.tail, self.mode = name, plain, tail, mode

    def raw(self, key):
        return xor(self.plain, key) + bytes(self.tail)


def sample_files(seed=1, scale=1):
    """Records, gaps, garbage, tails, an empty and an unwritten file."""
    rng = random.Random(seed)
    blocks = lambda n: b"".join(record(coinbase_block(rng, rng.randrange(200, 3000 * scale))) for _ in range(n))
    undos = lambda n: b"".join(undo_record(rng.randbytes(rng.randrange(1, 500 * scale))) for _ in range(n))
    return [
        File("blk00000.dat", blocks(5) + rng.randbytes(777) + blocks(3), tail=70_001),
        File("blk00001.dat", blocks(4) + b"garbage that is no record" + bytes(5), mode=0o600),
        File("blk00002.dat", blocks(7)),
        File("blk00003.dat", b"", tail=40_000),
        File("blk00004.dat", blocks(6), tail=9, mode=0o444),
        File("rev00000.dat", undos(5), tail=5000),
        File("rev00001.dat", undos(3)),
        File("rev00002.dat", b""),
    ]


def write_directory(path, files, key, key_file=True):
    os.makedirs(path, exist_ok=True)
    for i, f in enumerate(files):
        full = os.path.join(path, f.name)
        with open(full, "wb") as out:
            out.write(xor(f.plain, key))
            out.truncate(len(f.plain) + f.tail)  # a hole
        os.chmod(full, f.mode)
        os.utime(full, ns=(1_600_000_000_123_456_789 + i, 1_500_000_000_987_654_321 + i))
    if key_file:
        with open(os.path.join(path, "xor.dat"), "wb") as out:
            out.write(key)


def snapshot(path):
    """Everything that must survive: names, bytes, times, permissions. The lock file does not count."""
    out = {}
    for name in sorted(os.listdir(path)):
        if name == ".lock":
            continue
        full = os.path.join(path, name)
        s = os.stat(full)
        with open(full, "rb") as f:
            content = f.read()
        out[name] = (content, s.st_mode) if name == "xor.dat" else (content, s.st_mode, s.st_mtime_ns)
    return out
