#!/usr/bin/env python3
"""Lines and branches that tests ran, by room: coverage.py BUILD SOURCE [ROOM]. With a room, its files, worst first.

Reads what gcov counts. Exit code 1: a room is below what is wanted of it. Branches are those of conditions in the source;
what a compiler adds for exceptions is left out."""
import collections, json, os, subprocess, sys

LINES, BRANCHES = 92.0, 85.0
FREE = {"app"}  # the window: tests with a display cover it

build, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
room_wanted = sys.argv[3] if len(sys.argv) > 3 else None
counters = []
for folder, _, names in os.walk(build):
    counters += [os.path.join(folder, name) for name in names if name.endswith(".gcda") and not name.startswith("test_")]

lines = collections.defaultdict(dict)  # of a file: execution counts of its lines
branches = collections.defaultdict(dict)  # of a file: execution counts of each branch of a line


def add(text):
    for unit in map(json.loads, text.splitlines()):
        for entry in unit["files"]:
            path = os.path.normpath(os.path.join(unit["current_working_directory"], entry["file"]))
            if not path.startswith(source + "/src/"):
                continue
            name = path[len(source) + 5 :]
            for line in entry["lines"]:
                number = line["line_number"]
                lines[name][number] = lines[name].get(number, 0) + line["count"]
                taken = [branch["count"] for branch in line["branches"] if not branch["throw"]]
                before = branches[name].get(number, [])
                taken += [0] * (len(before) - len(taken))
                before += [0] * (len(taken) - len(before))
                branches[name][number] = [a + b for a, b in zip(taken, before)]


for first in range(0, len(counters), 40):
    done = subprocess.run(["gcov", "--json-format", "--stdout", "-b"] + counters[first : first + 40],
                          capture_output=True, text=True, cwd=build)
    add(done.stdout)

rooms = collections.defaultdict(lambda: [0, 0, 0, 0])
for name in lines:
    room = name.split("/")[0]
    key = name if room == room_wanted else room
    if room_wanted and room != room_wanted:
        continue
    for count in lines[name].values():
        rooms[key][0] += count > 0
        rooms[key][1] += 1
    for taken in branches[name].values():
        rooms[key][2] += sum(count > 0 for count in taken)
        rooms[key][3] += len(taken)


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


below = []
print(f"{'room':28} {'lines':>14} {'%':>6} {'branches':>14} {'%':>6}")
order = sorted(rooms, key=lambda r: rooms[r][0] + rooms[r][2] - rooms[r][1] - rooms[r][3]) if room_wanted else sorted(rooms)
for room in order:
    ran, all_lines, took, all_branches = rooms[room]
    of_lines, of_branches = percent(ran, all_lines), percent(took, all_branches)
    mark = ""
    if room not in FREE and (of_lines < LINES or of_branches < BRANCHES):
        mark = " below"
        below.append(room)
    print(f"{room:28} {f'{ran}/{all_lines}':>14} {of_lines:6.1f} {f'{took}/{all_branches}':>14} {of_branches:6.1f}{mark}")
if not rooms:
    sys.exit("nothing was counted")
if below and not room_wanted:
    sys.exit(f"below {LINES:.0f} % of lines or {BRANCHES:.0f} % of branches: {', '.join(below)}")
