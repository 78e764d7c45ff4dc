#!/usr/bin/env python3
"""Makes the add-on for Blender: packaging/extension.py FOLDER WHEEL…

The zip is an add-on (Blender 3.4 and later) and an extension (4.2 and later), with the package and the libraries of the
wheels inside. Prints its path. The same input gives the same bytes.
"""
import pathlib
import re
import sys
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PLATFORMS = {"linux_x86_64": "linux-x64", "win_amd64": "windows-x64"}


def main(folder, *wheels):
    version = re.search(r'^#define TR_VERSION "(.*)"', (SOURCE / "src/base/version.h").read_text(), re.M)[1]
    inside = "terrella_planets_addon/"
    files, platforms, licences = {}, set(), {}
    for wheel in wheels:
        system = re.sub(r"manylinux_\d+_\d+", "linux", pathlib.Path(wheel).stem.split("-")[-1])
        platforms.add(PLATFORMS[system])
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.startswith("terrella_planets/"):
                    files[inside + name] = archive.read(name)
                elif name.endswith("/LICENSE"):
                    files[inside + "LICENSE"] = archive.read(name)
                elif name.endswith("/LICENSES.txt"):  # a part for each library
                    licences.update(dict.fromkeys(archive.read(name).decode().split("\n==== ")))
    if licences:
        files[inside + "LICENSES.txt"] = "\n==== ".join(licences).encode()
    for path in sorted((SOURCE / "bindings/blender").iterdir()):
        if path.suffix in (".py", ".toml"):
            text = path.read_text().replace('"VERSION"', '"%s"' % version)
            text = text.replace("PLATFORMS]", ", ".join('"%s"' % platform for platform in sorted(platforms)) + "]")
            text = text.replace('"version": (1, 0, 0)', '"version": (%s)' % version.replace(".", ", "))
            files[inside + path.name] = text.encode()
    target = pathlib.Path(folder) / ("terrella-blender-%s.zip" % version)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".part")
    with zipfile.ZipFile(partial, "w") as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name)  # of 1980, whatever the clock says
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    partial.replace(target)
    print(target)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
