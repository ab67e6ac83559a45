#!/usr/bin/env python3
"""The x86-64 kernel files, detect_x86.cpp and every header of ours that they include hold nothing that MSVC lacks.

Refused outside blocks that MSVC skips: __attribute__, __int128, __builtin_*, inline assembly, GNU vector types (found in the text;
#if blocks are followed with MSVC's macros: _MSC_VER, no __GNUC__, no __clang__, x86-64), and operators on raw vector
registers, which clang-cl accepts (found in Clang's syntax tree in MSVC mode; left out, with a message, without Clang).

usage: audit_msvc.py
"""
import concurrent.futures
import glob
import os
import re
import shutil

import kernels

REFUSED = [
    (r"__attribute__|\[\[gnu::", "an attribute of GCC's"),
    (r"\b__int128\b|\bunsigned __int128\b", "__int128"),
    (r"\b__builtin_\w+", "a builtin of GCC's"),
    (r"\b(__)?asm(__)?\b", "inline assembly"),
    (r"\bvector_size\b|\bext_vector_type\b", "a GNU vector type"),
    (r"\b__extension__\b|\btypeof\b|\b__typeof", "a GNU extension"),
    (r"#\s*pragma\s+(GCC|clang)|_Pragma", "a pragma of GCC's or Clang's"),
    (r"#\s*include_next|#\s*warning", "a GNU directive"),
]
DEFINED = {"_MSC_VER": 1940, "_WIN32": 1, "_WIN64": 1, "_M_X64": 100, "LANECRYPT_ARCH_X86_64": 1}
VECTOR = re.compile(r"(const )?(__m(64|128|256|512)i?|__attribute__\(\(__vector_size__.*)")


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def holds(condition, defined):
    """Value of an #if condition for MSVC, None where it depends on something else."""
    text = re.sub(r"defined\s*\(?\s*(\w+)\s*\)?", lambda m: "1" if m[1] in defined else ("0" if known_absent(m[1]) else "UNKNOWN"), condition)
    text = re.sub(r"\b[A-Za-z_]\w*\b", lambda m: str(defined[m[0]]) if m[0] in defined else ("0" if known_absent(m[0]) else "UNKNOWN"), text)
    if "UNKNOWN" in text:
        # A part that is false already decides a conjunction of plain parts, one that is true a disjunction.
        parts = [p.strip() for p in text.split("&&")]
        if len(parts) > 1 and "||" not in text and "0" in parts:
            return False
        parts = [p.strip() for p in text.split("||")]
        if len(parts) > 1 and "&&" not in text and "1" in parts:
            return True
        return None
    text = text.replace("&&", " and ").replace("||", " or ")
    text = re.sub(r"!(?!=)", " not ", text)
    text = re.sub(r"(\d)[uUlL]+\b", r"\1", text)
    try:
        return bool(eval(text, {"__builtins__": {}}))  # pylint: disable=eval-used
    except Exception:
        return None


def known_absent(name):
    return name in ("__GNUC__", "__clang__", "__GLIBC__", "__linux__", "__APPLE__", "__aarch64__", "__x86_64__", "__s390x__", "__powerpc64__",
                    "LANECRYPT_ARCH_AARCH64", "__SIZEOF_INT128__", "__BYTE_ORDER__", "__ORDER_BIG_ENDIAN__")


def msvc_lines(text):
    """(number, line) of what MSVC compiles; branches it cannot be told about count as compiled."""
    defined = dict(DEFINED)
    stack = []  # per #if: [this branch is compiled, an earlier branch was certainly taken]
    number = 0
    lines = without_comments(text).split("\n")
    while number < len(lines):
        first, line = number, lines[number]
        while line.endswith("\\") and number + 1 < len(lines):
            number += 1
            line = line[:-1] + " " + lines[number]
        number += 1
        m = re.match(r"\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b(.*)", line)
        live = all(s[0] for s in stack)
        if not m:
            if live:
                d = re.match(r"\s*#\s*define\s+(\w+)(?:\s+(\d+))?\s*$", line)
                if d:
                    defined[d[1]] = int(d[2]) if d[2] else 1
                yield first + 1, line
            continue
        kind, condition = m[1], m[2].strip()
        if kind in ("if", "ifdef", "ifndef"):
            if kind != "if":
                condition = f"defined({condition})" if kind == "ifdef" else f"!defined({condition})"
            value = holds(condition, defined)
            stack.append([value is not False, value is True])
        elif kind == "endif":
            if stack:
                stack.pop()
        elif stack:
            value = True if kind == "else" else holds(condition, defined)
            stack[-1][0] = not stack[-1][1] and value is not False
            stack[-1][1] = stack[-1][1] or value is True


def source_problems(path, text=None):
    if text is None:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    problems = []
    for number, line in msvc_lines(text):
        for pattern, what in REFUSED:
            if re.search(pattern, line):
                problems.append(f"{path}:{number}: {what}: {line.strip()}")
    return problems


def find_clang():
    return next((c for c in ("clang++-19", "clang++") if shutil.which(c)), None)


def operator_problems(path, flags, clang):
    """Operators that Clang, playing MSVC, finds applied to raw vector registers."""
    command = [clang, "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "/std:c++20", "/Zs", "/nologo",
               "/I", os.path.join(kernels.TOP, "tools/msvcmode/include"), "/I", os.path.join(kernels.TOP, "src"), *flags,
               "-Xclang", "-ast-dump", "-Xclang", "-ast-dump-filter=lanecrypt", "--", path]
    problems, at_file, at_line, subscript = [], path, "?", False
    for line in kernels.run(command).splitlines():
        place = re.search(r" 0x[0-9a-f]+ (?:parent 0x\S+ |prev 0x\S+ )*<([^>]*)>", line)
        here = None
        for m in re.finditer(r"(?:([^\s<>,:]+):|\bline:)(\d+):\d+", place[1]) if place else ():
            if m[1] and m[1] not in ("line", "col"):
                at_file = m[1]
            at_line = m[2]
            here = here or f"{at_file}:{at_line}"
        here = here or f"{at_file}:{at_line}"
        type_of = re.search(r"> '([^']*)'(?::'([^']*)')?", line)
        kind = re.search(r"-(\w+) 0x", line)
        vector = type_of is not None and bool(VECTOR.fullmatch(type_of[1]) or VECTOR.fullmatch(type_of[2] or ""))
        if subscript and vector:
            problems.append(f"{here}: [] on a raw vector register")
        subscript = kind is not None and kind[1] == "ArraySubscriptExpr"
        if vector and kind and kind[1] in ("BinaryOperator", "CompoundAssignOperator", "UnaryOperator"):
            operator = re.search(r"'([^\w\s']+)'(?: ComputeLHSTy.*| cannot overflow)?$", line)
            if operator and operator[1] not in ("=", ",", "*", "&") or (operator and kind[1] == "BinaryOperator" and operator[1] in "*&"):
                problems.append(f"{here}: operator {operator[1]} on a raw vector register")
    return sorted(set(problems))


def includes(path, src):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for _, line in msvc_lines(text):
        m = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if m:
            for base in (src, os.path.dirname(path)):
                full = os.path.normpath(os.path.join(base, m[1]))
                if os.path.exists(full):
                    yield full
                    break


def closure(files, src):
    seen, work = set(), list(files)
    while work:
        path = work.pop()
        if path not in seen:
            seen.add(path)
            work += list(includes(path, src))
    return sorted(seen)


def main():
    src = os.path.join(kernels.TOP, "src")
    rows = kernels.isa_rows()
    files = {os.path.join(src, "cpu/detect_x86.cpp"): "portable"}
    for path in glob.glob(os.path.join(src, "*/*.cpp")):
        split = kernels.split_name(path, rows)
        if split and rows[split[1]].arch in ("x86_64", "any"):
            files[path] = split[1]
    every = [f for f in closure(files, src) if not f.endswith(".def")]
    problems = [p for f in every for p in source_problems(f)]
    clang = find_clang()
    if clang is None:
        print("operators on raw vector registers not looked for: no clang++")
    else:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(operator_problems, f, rows[isa].msvc_flags.split(), clang) for f, isa in sorted(files.items())]
            problems += sorted({p for job in jobs for p in job.result()})
    kernels.finish("MSVC sources", len(every), [p.replace(kernels.TOP + os.sep, "") for p in problems])


if __name__ == "__main__":
    main()
