#!/usr/bin/env python3
"""Makes the Python wheel: packaging/wheel.py LIBRARY FOLDER [LICENCES]

LIBRARY is libterrella.so or terrella.dll; LICENCES a text with the licences of what is linked into it. Prints the path
of the wheel. Its tag says where the library runs, which the script reads from the library: manylinux_2_34 if it needs
nothing but glibc 2.34, else linux, for the machine that it was made on. The same input gives the same bytes.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
GLIBC = (2, 34)
# What every system of that tag has (PEP 600).
EVERYWHERE = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1",
              "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64", "Intel 80386": "i686"}


def tag_of(library):
    """The platform tag, and the name of the library in the wheel."""
    with open(library, "rb") as file:
        if file.read(2) == b"MZ":
            return "win_amd64", "terrella.dll"
    said = subprocess.run(["readelf", "-W", "-h", "-d", "-V", library], check=True, capture_output=True, text=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout
    machine = MACHINES[re.search(r"Machine:\s*(.*?)\s*\n", said)[1]]
    needed = set(re.findall(r"\(NEEDED\).*\[(.*?)\]", said))
    glibc = max((tuple(map(int, v.split("."))) for v in re.findall(r"Name: GLIBC_([0-9.]+)", said)), default=(2, 0))
    if needed <= EVERYWHERE and glibc <= GLIBC:
        return "manylinux_%d_%d_%s" % (*GLIBC, machine), "libterrella.so"
    print("wheel.py: for this system only: needs %s" % ", ".join(sorted(needed - EVERYWHERE) or ["glibc %d.%d" % glibc[:2]]),
          file=sys.stderr)
    return "linux_" + machine, "libterrella.so"


def contents_of(library, tag, name, licences):
    """The files of the wheel, by name."""
    version = re.search(r'^#define TR_VERSION "(.*)"', (SOURCE / "src/base/version.h").read_text(), re.M)[1]
    package = SOURCE / "bindings/python"
    info = "terrella_planets-%s.dist-info/" % version
    files = {"terrella_planets/" + path.name: path.read_bytes()
             for path in sorted((package / "terrella_planets").iterdir()) if path.suffix in (".py", ".typed")}
    files["terrella_planets/" + name] = pathlib.Path(library).read_bytes()
    files[info + "METADATA"] = ("""Metadata-Version: 2.1
Name: terrella-planets
Version: %s
Summary: Planets from noise, as numpy arrays and as textures for game engines
License: MIT
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy ; extra == "numpy"
Description-Content-Type: text/markdown

""" % version).encode() + (package / "README.md").read_bytes()
    files[info + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: wheel.py\nRoot-Is-Purelib: false\nTag: py3-none-%s\n" % tag.encode()
    files[info + "LICENSE"] = (SOURCE / "LICENSE").read_bytes()
    if licences:
        files[info + "LICENSES.txt"] = pathlib.Path(licences).read_bytes()
    lines = ["%s,sha256=%s,%d" % (path, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), len(data))
             for path, data in files.items()]
    files[info + "RECORD"] = "\n".join(lines + [info + "RECORD,,", ""]).encode()
    return version, files


def main(library, folder, licences=None):
    tag, name = tag_of(library)
    version, files = contents_of(library, tag, name, licences)
    wheel = pathlib.Path(folder) / ("terrella_planets-%s-py3-none-%s.whl" % (version, tag))
    wheel.parent.mkdir(parents=True, exist_ok=True)
    partial = wheel.with_suffix(".part")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980, whatever the clock says
            entry.external_attr = (0o755 if path.endswith((".so", ".dll")) else 0o644) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)
    partial.replace(wheel)
    print(wheel)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
