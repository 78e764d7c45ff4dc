#!/usr/bin/env python3
"""Makes docs/terrella.1 and docs/manual/commands.md of what `terrella --help` and `terrella help COMMAND` print.

  docs/reference.py build/release/terrella [FOLDER]      FOLDER: in place of docs
"""
import pathlib
import re
import subprocess
import sys

program = sys.argv[1]
docs = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent)


def printed(*words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def parse(text):
    """usage, summary, {heading: [(name, meaning)]}, paragraphs, examples"""
    usage, summary, rows, notes, examples = [], "", {}, [], []
    heading = None
    for line in text.splitlines():
        if re.match(r" *terrella( |$)", line) and heading is None and not rows:
            usage.append(line.strip())
        elif line.startswith("    ") and heading is None and not rows:
            summary += (" " if summary else "") + line.strip()
        elif re.match(r"(Options|Options of all .*|Worlds|Examples|Exit codes):$", line):
            heading = line[:-1].split(";")[0]
            if heading != "Examples":
                rows[heading] = []
        elif heading == "Examples" and line.startswith("  "):
            examples.append(line.strip())
        elif heading and re.match(r"  \S", line):  # meanings begin in column 19, longer names have a line of their own
            beside = len(line) > 19 and line[18] == " "
            rows[heading].append((line[2:18].strip(), line[19:].strip()) if beside else (line.strip(), ""))
        elif heading and line.startswith(" " * 19):
            name, meaning = rows[heading][-1]
            rows[heading][-1] = (name, (meaning + " " + line.strip()).strip())
        elif line:
            heading = None
            notes.append(line) if not notes or notes[-1] == "" else notes.__setitem__(-1, notes[-1] + " " + line)
        else:
            heading = None
            if notes and notes[-1]:
                notes.append("")
    return usage, summary, rows, [n for n in notes if n], examples


overview = parse(printed("--help"))
commands = re.findall(r"^  terrella ([a-z]+)\b", printed("--help"), re.M)
commands = list(dict.fromkeys(commands))
pages = {c: parse(printed("help", c)) for c in commands}
everywhere = next(h for h in overview[2] if h.startswith("Options of all"))
own = {"": overview[2].get("Options", [])} | {c: pages[c][2].get("Options", []) for c in commands}

# ---- docs/manual/commands.md -----------------------------------------------------------------------


def table(rows):
    return "| option | meaning |\n|---|---|\n" + "".join(f"| `{n}` | {m} |\n" for n, m in rows) + "\n"


def section(title, page, rows):
    usage, summary, _, notes, examples = page
    text = f"## {title}\n\n" + " or ".join(f"`{u}`" for u in usage) + f" {summary}.\n\n"
    if rows:
        text += table(rows)
    text += "".join(n + "\n\n" for n in notes)
    if examples:
        text += "".join(f"    {e}\n" for e in examples) + "\n"
    return text


window = (["terrella [WORLD]"], "opens a world in the window; without one, the gallery", {}, overview[3][1:], [])
markdown = "# Commands and options\n\n<!-- docs/reference.py makes this page of terrella --help -->\n\n"
markdown += "This page lists all commands with their options. `terrella help COMMAND` prints the same.\n\n"
markdown += "## Worlds\n\nMost commands take a world:\n\n" + table(overview[2]["Worlds"])
markdown += "On Windows, a name with a `\\` is a file, too.\n\n"
markdown += "## Options of all commands\n\nThey may stand before the command, too.\n\n" + table(overview[2][everywhere])
markdown += section("window", window, own[""])
markdown += "On Windows they are kept in `%LOCALAPPDATA%\\Terrella`.\n\n"
for c in commands:
    markdown += section(c, pages[c], own[c])
markdown += "## Exit codes\n\n| code | meaning |\n|---|---|\n" + "".join(f"| {n} | {m} |\n" for n, m in overview[2]["Exit codes"])
(docs / "manual" / "commands.md").write_text(markdown.rstrip() + "\n")

# ---- docs/terrella.1 -------------------------------------------------------------------------------


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def items(rows):
    return "".join(f".TP\n\\fB{roff(n)}\\fR\n{roff(m)}\n" for n, m in rows)


man = '.\\" Made by docs/reference.py of terrella --help.\n'
man += f'.TH TERRELLA 1 "" "{printed("--version").strip()}" "User Commands"\n'
man += ".SH NAME\nterrella \\- make planets, look at them, export their textures\n.SH SYNOPSIS\n"
man += "".join(f"{roff(u)}\n.br\n" for u in overview[0])
man += ".SH DESCRIPTION\nTerrella computes planets from noise, shows them live on a lit sphere, and exports them as textures for games.\n"
man += "The same recipe gives the same bytes on every machine.\n"
man += ".SH WORLDS\n" + items(overview[2]["Worlds"])
man += ".SH OPTIONS\nAll commands take these options. They may stand before the command, too.\n" + items(overview[2][everywhere])
man += ".SH COMMANDS\n"
for name, page in [("window", window)] + list(pages.items()):
    usage, summary, _, notes, examples = page
    man += f".SS {name}\n" + "".join(f"{roff(u)}\n.br\n" for u in usage) + roff(summary[0].upper() + summary[1:]) + ".\n"
    man += items(own["" if name == "window" else name])
    man += "".join(f".PP\n{roff(n)}\n" for n in notes)
    if examples:
        man += ".PP\nExamples:\n.nf\n" + "".join(f"  {roff(e)}\n" for e in examples) + ".fi\n"
man += ".SH EXIT STATUS\n" + items(overview[2]["Exit codes"])
man += ".SH ENVIRONMENT\n"
man += items([
    ("XDG_STATE_HOME", "the folder of sessions and settings of the window is `terrella` in it; by default `~/.local/state`"),
    ("TERRELLA_SHADERS", "a folder of shaders that the window watches and compiles anew when they change"),
])
man += ".SH FILES\nA file that Terrella writes is either the old one or the complete new one.\n"
man += "Planet types, scenes, shaders and the typeface are part of the program.\n"
man += ".SH SEE ALSO\n.BR ffmpeg (1)\n"
(docs / "terrella.1").write_text(man)
