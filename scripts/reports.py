"""The form in which docs/results/ keeps reports of `lanecrypt speed`: as docs/speed.schema.json has them, but without the
single samples and the fits (which follow from the cells), numbers with four digits, and contenders as rows: `columns` names
what stands where, and names, kinds and verdicts are places in `words`."""
import json

SCHEMA = "lanecrypt-results/1"
COLUMNS = ["name", "kind", "chosen", "min", "median", "mad", "low", "high", "samples", "outliers", "cycles", "ratio", "ratio_low", "ratio_high", "verdict"]
TIMES = ["min", "median", "mad", "low", "high", "samples", "outliers"]
CELL = ["primitive", "group", "label", "bytes", "items", "x", "mode", "cache", "seconds", "seed", "ghz_drift", "counted"]


def short(x, digits=4):
    """At most four significant digits of a fraction; whole numbers as they are."""
    if not isinstance(x, float):
        return x
    y = float(f"{x:.{digits}g}")
    return int(y) if y == int(y) else y


class Words(list):
    def place(self, word):
        if word not in self:
            self.append(word)
        return self.index(word)


def row(c, words):
    """One contender; a refused one has its reason in the fourth place."""
    head = [words.place(c["name"]), words.place(c["kind"]), int(c["chosen"])]
    if "refused" in c:
        return head + [c["refused"]]
    ours = c.get("against_ours")
    out = head + [*(short(c["ns"][t], 3 if t == "mad" else 4) for t in TIMES), short(c["cycles"])]
    return out + ([short(ours["ratio"]), short(ours["low"]), short(ours["high"]), words.place(ours["verdict"])] if ours else [])


def contender(values, words):
    if len(values) == 4:
        return {"name": words[values[0]], "kind": words[values[1]], "chosen": bool(values[2]), "refused": values[3]}
    v = dict(zip(COLUMNS, values))
    for column in {"name", "kind", "verdict"} & v.keys():
        v[column] = words[v[column]]
    out = {"name": v["name"], "kind": v["kind"], "chosen": bool(v["chosen"]), "calls": 0, "ns": {t: v[t] for t in TIMES}, "cycles": v["cycles"], "instructions": 0}
    if "ratio" in v:
        out["against_ours"] = {"ratio": v["ratio"], "low": v["ratio_low"], "high": v["ratio_high"], "verdict": v["verdict"]}
    return out


def write(report, path):
    head = {"schema": SCHEMA, "date": report["date"], "machine": report["machine"], "build": report["build"], "columns": COLUMNS}
    words = Words()
    compact = lambda x: json.dumps(x, separators=(",", ":"), ensure_ascii=False)
    lines = []
    for cell in report["cells"]:
        out = {k: short(cell[k]) for k in CELL}
        out["ghz"] = short(sorted(cell["ghz"])[len(cell["ghz"]) // 2]) if cell["ghz"] else 0
        out["fastest"] = cell.get("fastest", "")
        lines.append(compact(out)[:-1] + ',"contenders":[\n' + ",\n".join(compact(row(c, words)) for c in cell["contenders"]) + "]}")
    head["words"] = words
    with open(path, "w") as f:
        f.write(compact(head)[:-1] + ',"cells":[\n' + ",\n".join(lines) + "\n]}\n")


def read(path):
    """A report of either form, as `lanecrypt speed --json` writes it."""
    with open(path) as f:
        report = json.load(f)
    if report["schema"] != SCHEMA:
        return report
    report["schema"] = "lanecrypt-speed/1"
    words = report.pop("words")
    del report["columns"]
    for cell in report["cells"]:
        cell["ghz"] = [cell["ghz"]] if cell["ghz"] else []
        if not cell["fastest"]:
            del cell["fastest"]
        cell["contenders"] = [contender(c, words) for c in cell["contenders"]]
    report["fits"] = []
    return report


def with_quantiles(report):
    """Five quantiles of each contender's times in the place of its samples: what `lanecrypt speed --compare` needs."""
    for cell in report["cells"]:
        for c in cell["contenders"]:
            if "ns" in c:
                t = c["ns"]
                c["samples"] = [t["low"], t["median"] - t["mad"], t["median"], t["median"] + t["mad"], t["high"]]
    return report
