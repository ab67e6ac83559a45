"""What the audits share: the rows of isa.def, the kernel files of a build, running commands."""
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@dataclass
class Row:
    name: str
    arch: str
    parent: str
    gnu_flags: str
    msvc_flags: str


@dataclass
class Kernel:
    primitive: str
    isa: str
    source: str
    obj: str
    command: list
    directory: str


def isa_rows(top=TOP):
    rows = {}
    with open(os.path.join(top, "src/cpu/isa.def"), encoding="utf-8") as file:
        for line in file:
            m = re.match(r'LANECRYPT_ISA_ROW\((\w+),\s*(\w+),\s*(\w+),[^"]*"([^"]*)",\s*"([^"]*)"', line)
            if m:
                rows[m[1]] = Row(*m.groups())
    return rows


def split_name(source, rows):
    """(primitive, isa) of a kernel file's name, or None."""
    stem = os.path.splitext(os.path.basename(source))[0]
    primitive, _, isa = stem.rpartition("_")
    return (primitive, isa) if primitive and isa in rows else None


def build_kernels(build_dir, top=TOP):
    """The kernel files that a build compiles into liblanecrypt, from its compile_commands.json."""
    rows = isa_rows(top)
    kernels = []
    with open(os.path.join(build_dir, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            source = os.path.normpath(entry["file"])
            name = split_name(source, rows)
            if name is None or not source.startswith(os.path.join(top, "src") + os.sep):
                continue
            command = entry.get("arguments") or shlex.split(entry["command"])
            obj = os.path.join(entry["directory"], command[command.index("-o") + 1])
            kernels.append(Kernel(name[0], name[1], source, obj, command, entry["directory"]))
    return kernels


def run(command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True, **options).stdout


def finish(title, checked, problems):
    """Prints the outcome and ends the process: 1 where there are problems or nothing was looked at."""
    for problem in problems:
        print(f"FAILED {problem}")
    if not checked:
        print(f"FAILED {title}: nothing to look at")
    print(f"{title}: {checked} checked, {len(problems)} problems")
    sys.exit(1 if problems or not checked else 0)
