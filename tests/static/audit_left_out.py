#!/usr/bin/env python3
"""A build that leaves an instruction set out (LANECRYPT_DISABLE_ISA) still links: no list of implementations refers to a
table that the build does not have.

usage: audit_left_out.py [--cxx CXX] [--cc CC] [--nm NM]
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

import kernels

TOP = pathlib.Path(__file__).resolve().parents[2]
TABLE = re.compile(r"\blanecrypt_[a-z0-9_]+_ops\b")


def configure(folder, left_out, args):
    """The instruction sets of this build, or the reason for which there is none."""
    command = ["cmake", "-S", str(TOP), "-B", str(folder), f"-DCMAKE_CXX_COMPILER={args.cxx}", f"-DCMAKE_C_COMPILER={args.cc}", "-DCMAKE_BUILD_TYPE=Release",
               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DLANECRYPT_DISABLE_ISA={left_out}"]
    command += [f"-DLANECRYPT_BUILD_{part}=OFF" for part in ("TESTS", "TOOL", "EXAMPLES")]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    found = re.search(r"lanecrypt instruction sets: (\S+)", run.stdout)
    return found.group(1).split(";") if run.returncode == 0 and found else run.stdout


def dangling(folder, nm):
    """Tables that the lists of this build name and no kernel file of it defines."""
    defined, named = set(), set()
    for entry in json.loads((folder / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if path.stem.endswith("_impls"):
            command = shlex.split(entry["command"])
            obj = folder / f"{path.stem}.o"
            command[command.index("-o") + 1] = str(obj)
            kernels.run(command, cwd=entry["directory"])
            named |= set(TABLE.findall(kernels.run([nm, "-u", str(obj)])))
        else:
            defined.add(f"lanecrypt_{path.stem}_ops")
    return sorted(named - defined), len(named)


def problems_without(row, args):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows = configure(folder, row, args)
        if isinstance(rows, str):
            return [f"without {row}: does not configure\n{rows}"]
        missing, count = dangling(folder, args.nm)
        if row in rows:
            missing.append(f"{row} is still there")
        if count == 0:
            missing.append("no table is named at all")
        return [f"without {row}: {what}" for what in missing]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--nm", default="nm")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        rows = configure(pathlib.Path(name), "", args)
        if isinstance(rows, str):
            print(rows)
            return 1
        if not isinstance(configure(pathlib.Path(name), "no-such-row", args), str):
            print("an unknown instruction set is left out without a word")
            return 1
    rows = [row for row in rows if row != "portable"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = sum(pool.map(lambda row: problems_without(row, args), rows), [])
    for problem in problems:
        print(problem)
    print(f"builds without each of {len(rows)} instruction sets: {len(problems)} problems")
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    raise SystemExit(main())
