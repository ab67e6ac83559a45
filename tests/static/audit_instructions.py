#!/usr/bin/env python3
"""Each kernel object holds only instructions of its row of isa.def, and a vector row holds vector instructions.

On x86-64 also: on every path from the use of a 256- or 512-bit register to a return or to a call of another object lies
a vzeroupper. All objects that are no kernels must keep to the x86-64 baseline.

usage: audit_instructions.py BUILD [--objdump OBJDUMP]
"""
import argparse
import json
import os
import re
import shlex

import kernels

SSSE3 = r"pshufb|palignr|ph(add|sub)s?[wd]|pabs[bwd]|pmulhrsw|psign[bwd]|pmaddubsw"
SSE41 = (r"pblendw|pblendvb|blendv?p[sd]|pinsr[bdq]|pextr[bdq]|pmulld|pmuldq|pmov[sz]x\w+|ptest|round[ps][sd]|packusdw|"
         r"pmin(sb|sd|uw|ud)|pmax(sb|sd|uw|ud)|pcmpeqq|movntdqa|insertps|extractps|mpsadbw|phminposuw|dpp[sd]")
SSE42 = r"pcmpgtq|pcmp[ei]str[im]|crc32\w*|popcnt\w*"
SHA = r"sha(1|256)\w+"
BMI = r"andn|bextr|bls(i|r|msk)|bzhi|mulx|p(dep|ext)|rorx|(sar|shl|shr)x|lzcnt\w*"
NEVER = r"aes\w+|pclmul\w+|gf2p8\w+|adcx|adox|movbe\w*|vaes\w+|vpclmul\w+|vgf2p8\w+|vfn?m(add|sub)\w+|rdrand|rdseed|xgetbv"
AVX512_MNEMONICS = r"vpro[lr]v?[dq]|vpternlog[dq]|vpblendm\w+|vpmovm2\w|vpmov\w2m|vshuf[if]\d+x\d+|vpermt2\w|vpermi2\w|k(mov|or|and|xor|not|shift|test|unpck)\w+|vmovdq[au](8|16|32|64)|vp(and|or|xor|andn)[dq]|vpbroadcastm\w+|vbroadcasti(32|64)x\d|vinserti(32|64)x\d|vextracti(32|64)x\d|vpcmpu?[bwdq]|vpcmp\w+u[dq]|vpscatter\w+|vpcompress\w+|vpexpand\w+|vpmadd52\w+|valign[dq]|vpmullq|vpmulld?q"
IFMA = r"vpmadd52[lh]uq"

# row: (mnemonics it may not have, widest register in bits, VEX allowed, EVEX allowed, what it must have)
X86 = {
    "portable": ("|".join([SSSE3, SSE41, SSE42, SHA, BMI, NEVER]), 128, False, False, None),
    "sse2": ("|".join([SSSE3, SSE41, SSE42, SHA, BMI, NEVER]), 128, False, False, r"^p\w+\s.*%xmm|^mov\w+\s.*%xmm"),
    "ssse3": ("|".join([SSE41, SSE42, SHA, BMI, NEVER]), 128, False, False, r"^p\w+\s.*%xmm"),
    "sse41": ("|".join([SSE42, SHA, BMI, NEVER]), 128, False, False, r"^p\w+\s.*%xmm"),
    "shani": ("|".join([SSE42, BMI, NEVER]), 128, False, False, r"^sha256rnds2"),
    "avx2": ("|".join([SHA, NEVER]), 256, True, False, r"^v\w+\s.*%ymm"),
    "avx512vl": ("|".join([SHA, NEVER, IFMA]), 256, True, True, r"^v\w+\s.*%ymm"),
    "avx512ifma256": ("|".join([SHA, NEVER]), 256, True, True, r"^vpmadd52\wuq\s.*%ymm"),
    "avx512": ("|".join([SHA, NEVER, IFMA]), 512, True, True, r"^v\w+\s.*%zmm"),
    "avx512ifma": ("|".join([SHA, NEVER]), 512, True, True, r"^vpmadd52\wuq\s.*%zmm"),
}
PADDING = ("nop", "xchg", "int3")
# What proves a vector row on other architectures: a vector register or instruction in objdump's words.
OTHER = {
    "aarch64": {"neon": r"\bv\d+\.(16b|8h|4s|2d)|\bq\d+\b", "armsha2": r"^sha256h", "gnu128": r"\bv\d+\.(16b|8h|4s|2d)|\bq\d+\b"},
    "s390": {"gnu128": r"%v\d+"},
    "powerpc": {"gnu128": r"\bvs\d+\b|\bv\d+\b"},
    "riscv": {"gnu128": r"\bv\d+\b"},
    "arm": {"gnu128": r"\bq\d+\b"},
}


class Instruction:
    PREFIXES = ("notrack", "bnd", "rep", "repz", "lock", "data16", "cs", "ds")

    def __init__(self, line):
        # "  1f:\tcall   24 <f+0x24>\t20: R_X86_64_PLT32\tmemcpy-0x4"
        fields = line.split("\t")
        self.address = int(fields[0].strip().rstrip(":"), 16)
        # Some targets put a tab between mnemonic and operands.
        code = [f for f in fields[1:] if not re.match(r"[0-9a-f]+: R_", f)]
        relocated = len(code) < len(fields) - 1
        self.relocation = code.pop() if relocated else ""
        words = " ".join(code).split("#")[0].split("//")[0].split()
        while len(words) > 1 and words[0] in self.PREFIXES:
            words.pop(0)
        self.mnemonic = words[0] if words else ""
        self.operands = " ".join(words[1:])
        self.text = " ".join(words)


def disassemble(obj, objdump="objdump"):
    """(architecture, {function: [Instruction]})"""
    arch, functions, current = "", {}, None
    for line in kernels.run([objdump, "-drw", "--no-show-raw-insn", obj]).splitlines():
        m = re.search(r"file format (\S+)", line)
        if m:
            arch = m[1]
            continue
        m = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if m:
            current = functions.setdefault(m[1], [])
        elif current is not None and re.match(r"\s*[0-9a-f]+:\t", line):
            current.append(Instruction(line))
    return arch, functions


def row_problems(isa, functions):
    forbidden, width, vex, evex, required = X86[isa]
    problems, proof, evex_seen = set(), required is None, False
    for name, body in functions.items():
        for i in body:
            text = i.mnemonic + " " + i.operands
            if re.fullmatch(forbidden, i.mnemonic):
                problems.add(f"{name}: {i.mnemonic} is not in row {isa}")
            if "%zmm" in text and width < 512:
                problems.add(f"{name}: 512-bit register: {text}")
            if "%ymm" in text and width < 256:
                problems.add(f"{name}: 256-bit register: {text}")
            if i.mnemonic.startswith("v") and not vex:
                problems.add(f"{name}: AVX encoding: {text}")
            if "%zmm" in text or re.search(r"%[xyz]mm(1[6-9]|2\d|3[01])\b|\{%k|%k\d", text) or re.fullmatch(AVX512_MNEMONICS, i.mnemonic):
                evex_seen = True
                if not evex:
                    problems.add(f"{name}: AVX-512 encoding: {text}")
            if required and re.search(required, text):
                proof = True
    if not proof or (evex and not evex_seen):
        problems.add(f"no instruction of row {isa} ({required})")
    return sorted(problems)


def zeroupper_problems(functions):
    """Forward flow of 'the upper halves are dirty' through each function."""
    problems = []
    for name, body in functions.items():
        index = {i.address: n for n, i in enumerate(body)}
        dirty_at, indirect, reached = {}, set(), set()

        def visit(work, name=name, body=body, index=index, dirty_at=dirty_at, indirect=indirect, reached=reached):
            while work:
                n, dirty = work.pop()
                while n < len(body):
                    if dirty_at.get(n) is True or (n in dirty_at and not dirty):
                        break
                    dirty_at[n] = dirty
                    reached.add(n)
                    i = body[n]
                    m = i.mnemonic
                    if m in ("vzeroupper", "vzeroall"):
                        dirty = False
                    elif "%ymm" in i.operands or "%zmm" in i.operands:
                        dirty = True
                    target = re.match(r"([0-9a-f]+) <([^+>]+)", i.operands) if not i.relocation else None
                    if m.startswith("ret"):
                        if dirty:
                            problems.append(f"{name}+{i.address:#x}: returns without vzeroupper")
                        break
                    if m.startswith("call"):
                        callee = functions.get(target[2], []) if target else []
                        if any(c.mnemonic == "vzeroupper" for c in callee):
                            dirty = False
                        # A function of the same file has the same encoding and pays nothing for dirty halves.
                        if dirty and not callee:
                            problems.append(f"{name}+{i.address:#x}: calls {i.relocation or i.operands} without vzeroupper")
                            dirty = False
                    elif m.startswith("j"):
                        if i.operands.startswith("*"):
                            indirect.add(dirty)
                            break
                        if target and int(target[1], 16) in index:
                            work.append((index[int(target[1], 16)], dirty))
                        elif dirty and m == "jmp" and not i.relocation.startswith(".text"):
                            problems.append(f"{name}+{i.address:#x}: jumps to {i.relocation or i.operands} without vzeroupper")
                        if m == "jmp":
                            break
                    n += 1

        visit([(0, False)])
        if indirect:  # targets of jump tables: whatever nothing else leads to
            for n in range(1, len(body)):
                if n not in reached and body[n - 1].mnemonic in ("jmp", "ret") and not body[n].mnemonic.startswith(PADDING):
                    visit([(n, max(indirect))])
    return problems


def problems_of(obj, isa, objdump="objdump"):
    arch, functions = disassemble(obj, objdump)
    if not functions:
        return ["no code"]
    if "x86-64" in arch:
        return row_problems(isa, functions) + zeroupper_problems(functions)
    for name, rows in OTHER.items():
        if name in arch and isa in rows:
            if not any(re.search(rows[isa], i.text) for body in functions.values() for i in body):
                return [f"no vector instruction of row {isa}"]
            return []
    return [] if isa == "portable" else [f"no rule for {isa} on {arch}"]


def other_objects(build):
    """Objects of liblanecrypt that are no kernels: they run before the choice and must keep to the baseline."""
    rows = kernels.isa_rows()
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            source = os.path.normpath(entry["file"])
            if source.startswith(os.path.join(kernels.TOP, "src") + os.sep) and kernels.split_name(source, rows) is None:
                command = entry.get("arguments") or shlex.split(entry["command"])
                yield os.path.join(entry["directory"], command[command.index("-o") + 1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--objdump", default="objdump")
    args = parser.parse_args()
    problems, checked = [], 0
    for kernel in kernels.build_kernels(args.build):
        problems += [f"{kernel.primitive}_{kernel.isa}: {p}" for p in problems_of(kernel.obj, kernel.isa, args.objdump)]
        checked += 1
    for obj in other_objects(args.build):
        if not os.path.exists(obj):
            continue
        arch, functions = disassemble(obj, args.objdump)
        if "x86-64" not in arch:
            continue
        allowed = {"xgetbv"} if os.path.basename(obj).startswith("detect_x86") else set()
        found = [p for p in row_problems("portable", functions) if not any(a in p for a in allowed)]
        problems += [f"{os.path.basename(obj)}: {p}" for p in found]
        checked += 1
    kernels.finish("instructions", checked, problems)


if __name__ == "__main__":
    main()
