"""The Python package, with numpy. TERRELLA is the program, to compare with."""
import ctypes
import gc
import json
import os
import pathlib
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import terrella_planets as t
from terrella_planets import Planet


@pytest.fixture(scope="module")
def barren():
    return Planet("barren", seed=7)


def program(*arguments):
    subprocess.run([os.environ["TERRELLA"], *map(str, arguments), "--quiet"], check=True)


# ---- texels --------------------------------------------------------------------------------------


def test_texels_are_the_programs(tmp_path):
    planet = Planet("inferno", seed=7).set(lava=0.4)
    maps = planet.bake(["height", "albedo"], 256)
    assert {name: (a.shape, a.dtype.name, a.flags.owndata) for name, a in maps.items()} == {
        "height": ((128, 256), "uint16", True), "albedo": ((128, 256, 3), "uint8", True)}
    program("export", "inferno", "--seed", 7, "--set", "lava=0.4", "--size", 256, "--maps", "height,albedo", "--format", "r16",
            "--name", "x", "-o", tmp_path)
    assert (np.fromfile(tmp_path / "x_height.r16", "<u2") == maps["height"].ravel()).all()
    image = pytest.importorskip("PIL.Image")
    assert (np.asarray(image.open(tmp_path / "x_albedo.png")) == maps["albedo"]).all()
    metres = planet.metres(maps["height"])
    assert metres.dtype == np.float32 and metres.min() < 0 < metres.max() < planet.facts.height_max_m


def test_cubes_areas_and_own_memory(barren):
    cube = barren.bake("albedo", 32, projection="cube")
    assert cube.shape == (6, 32, 32, 3)
    assert (barren.bake("albedo", 32, projection="cube", face=4) == cube[4]).all()
    whole = barren.bake("height", 128)
    assert (barren.bake("height", 128, area=(100, 3, 20, 11)) == whole[3:14, 100:120]).all()
    memory = np.zeros((3, 64, 128), np.uint16)
    assert barren.bake("height", 128, out=memory[1]).base is memory
    assert (memory[1] == whole).all() and not memory[0].any() and not memory[2].any()
    plain = bytearray(2 * 64 * 128)
    assert barren.bake("height", 128, out=plain) is plain and plain == whole.tobytes()
    for wrong in (np.zeros((64, 64), np.uint16), np.zeros((64, 256), np.uint16)[:, ::2], bytes(plain), [0]):
        with pytest.raises(t.UsageError, match="buffer"):
            barren.bake("height", 128, out=wrong)


def test_arrays_outlive_their_planet():
    planet = Planet("inferno", seed=3)
    albedo = planet.bake("albedo", 64)
    before, dead = albedo.copy(), weakref.ref(planet)
    del planet
    gc.collect()
    assert dead() is None and (albedo == before).all()


def test_progress(barren, monkeypatch):
    monkeypatch.setattr(t._work, "POLL", 0.001)  # a fast machine bakes this within the usual time between two reports
    parts, here = [], set()
    barren.bake("albedo", 1024, projection="cube", progress=lambda part: (parts.append(part), here.add(threading.get_ident())))
    assert parts == sorted(parts) and parts[-1] == 1 and any(0 < part < 1 for part in parts)
    assert here == {threading.get_ident()}

    class Enough(Exception):
        pass

    def enough(part):
        raise Enough

    with pytest.raises(Enough):
        barren.bake("albedo", 8192, progress=enough)
    with pytest.raises(RuntimeError, match="progress function"):
        barren.bake("albedo", 8192, progress=lambda part: barren.set(crater_density=0.1))
    barren.bake("albedo", 64)


# ---- recipes -------------------------------------------------------------------------------------


def test_settings(barren):
    planet = Planet("earthlike").set(ocean=np.float32(0.25)).set({"layers.land.plates": np.int64(9)}, noisiness=0.5)
    assert (planet.number("ocean"), planet.number("layers.land.plates"), planet.number("noisiness")) == (0.25, 9, 0.5)
    assert planet.knobs["ocean"].value == 0.25 and planet.knobs["ocean"].label == "Ocean"
    assert (planet.type, planet.seed) == ("earthlike", 1)
    other = Planet.from_json(planet.json(indent=True))
    assert other.json() == planet.json() == planet.copy().json()
    before = planet.json()
    for path, value in (("ocaen", 0.5), ("ocean", 2), ("ocean", float("nan")), ("ocean\0", 1)):
        with pytest.raises(t.UsageError):
            planet.set({"noisiness": 0.1, path: value})
    assert planet.json() == before
    with pytest.raises(KeyError):
        planet.number("ocaen")


def test_a_change_shows():
    planet = Planet("inferno", seed=3)
    first = planet.bake("albedo", 64)
    second = planet.set(lava=0.9).bake("albedo", 64)
    assert (first != second).any() and (second == Planet("inferno", 3).set(lava=0.9).bake("albedo", 64)).all()


def sketch(letter, sea, land):
    picture = np.full((32, 64), sea, letter)
    picture[8:24, 16:48] = land
    return picture


@pytest.mark.parametrize("kind, image, settings", [
    ("height", sketch("f4", -1000, 2000), {}), ("height", sketch("f8", -1000, 2000), {}),
    ("height", sketch("i2", -1000, 2000), {}), ("height", sketch(">i2", -1000, 2000), {}),
    ("height", sketch("i4", -1000, 2000)[:, ::1], {}), ("height", sketch("u1", 0, 255), {"range_m": [-1000, 2000]}),
    ("height", sketch("u2", 0, 65535), {"range_m": (-1000, 2000)}), ("land", sketch("?", False, True), {"softness": 0}),
    ("land", np.repeat(sketch("u1", 0, 255)[..., None], 3, 2), {"softness": 0}),
    ("land", np.asfortranarray(np.dstack([sketch("u1", 0, 255)] * 3 + [sketch("u1", 255, 255)])), {"softness": 0}),
])
def test_maps_from_arrays(kind, image, settings):
    planet = Planet("terraformed" if kind == "land" else "barren", seed=2).set_image(kind, image, **settings)
    places = planet.heights([0, 0, 60], [0, 150, 0])
    assert places[0] > 0 > places[1] and places[2] < 0
    if kind == "height":
        assert np.allclose(places, [2000, -1000, -1000], atol=250)


def test_maps_from_files(tmp_path):
    ground = np.linspace(-3000, 3000, 64 * 32, dtype=np.float32).reshape(32, 64)
    name, data = t._images.file_of("height", ground)
    (tmp_path / "relief.tif").write_bytes(data)
    planets = [Planet("barren", 4).set_image("height", image) for image in (ground, data, tmp_path / "relief.tif")]
    first = planets[0].bake("height", 64)
    assert all((p.bake("height", 64) == first).all() for p in planets[1:])
    assert (planets[0].set_image("height", -ground).bake("height", 64) != first).any()
    saved = planets[1].json()
    again = Planet.from_json(saved)
    with pytest.raises(t.InputError):
        again.bake("height", 64)  # its image is missing
    with pytest.raises(t.InputError, match="sha256"):
        again.set_image("height", -ground)
    assert (again.set_image("height", data).bake("height", 64) == first).all()
    with pytest.raises(t.UsageError, match="no kind of map 'hieght'"):
        again.set_image("hieght", ground)
    with pytest.raises(t.UsageError):
        again.set_image("height", ground, no_setting=1)
    with pytest.raises(t.InputError):
        Planet("barren").set_image("height", b"no picture").bake("height", 64)
    for wrong in (np.zeros(5), np.zeros((4, 8, 5)), np.zeros((0, 8)), np.zeros((4, 8), complex), "text"):
        with pytest.raises((ValueError, OSError)):
            again.set_image("height", wrong)
    with pytest.raises(FileNotFoundError):
        again.set_image("height", tmp_path / "none.png")


# ---- the planet ----------------------------------------------------------------------------------


def test_heights(barren):
    grid = barren.heights(np.arange(-90, 91, 45), np.arange(0, 360, 90)[:, None])
    assert grid.shape == (4, 5) and grid.dtype == np.float32
    assert (grid[:, 0] == grid[0, 0]).all() or np.ptp(grid[:, 0]) < 1  # one pole
    assert isinstance(barren.heights(45, 90), float) and barren.heights(45, 90) == grid[1, 3]
    assert barren.heights([], []).shape == (0,)
    many = barren.heights(np.full(10000, 45.0), np.full(10000, 90.0))  # more than one call
    assert (many == grid[1, 3]).all()
    width, j, i = 1024, 200, 300
    texel = barren.metres(barren.bake("height", width))[j, i]
    assert abs(barren.heights(90 - (j + 0.5) * 360 / width, (i + 0.5) * 360 / width - 180, 2 * np.pi / width) - texel) < 2
    for lat, lon, size in ((91, 0, 2e-5), (float("nan"), 0, 2e-5), (0, float("inf"), 2e-5), (0, 0, 1)):
        with pytest.raises(t.UsageError):
            barren.heights(lat, lon, size)
    with pytest.raises(ValueError):
        barren.heights([1, 2], [1, 2, 3])


def test_facts_meshes_and_rings(barren):
    facts = barren.facts
    assert (facts.type, facts.seed, facts.sea, facts.gas, facts.mesh_columns) == ("barren", 7, False, False, 0)
    assert facts.maps[:3] == ("albedo", "height", "normal") and facts.height_min_m < facts.height_max_m
    mesh = barren.mesh(32)
    assert np.allclose(np.linalg.norm(mesh.positions, axis=1), 1) and mesh.triangles.max() == len(mesh.positions) - 1
    assert [a.shape[1] for a in mesh] == [3, 3, 4, 2, 3] and mesh.triangles.dtype == np.uint32
    stone = Planet("asteroid")
    assert len(stone.mesh().positions) > 5000 and np.ptp(np.linalg.norm(stone.mesh().positions, axis=1)) > 0.01
    with pytest.raises(t.UsageError):
        barren.rings()
    rings = Planet("barren").set(rings={"opacity": 0.5}).rings(16)
    assert rings.shape == (16, 4) and rings[:, 3].any()


def test_exports_are_the_programs(barren, tmp_path):
    parts = []
    done = barren.export(tmp_path / "here ä", target="godot", width=128, progress=parts.append)
    assert parts[-1] == 1 and done.kept == [] and done.manifest.endswith(".manifest.json")
    program("export", "barren", "--seed", 7, "--target", "godot", "--size", 128, "-o", tmp_path / "there")
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here ä", "there"))
    manifests = [json.loads(files.pop("barren-7.manifest.json")) for files in (here, there)]
    assert manifests[1].pop("day_h") > 0  # of the program's scene
    assert here == there and manifests[0] == manifests[1]
    assert {os.path.basename(path) for path in done.paths} <= {*here, "barren-7.manifest.json"}
    few = barren.export(tmp_path / "few", maps=["sea" if barren.facts.sea else "normal_dx"], width=64, name="x", format="tga")
    assert [os.path.basename(path) for path in few.paths] == ["x_normal_dx.tga", "x.manifest.json"]
    tiles = barren.export(tmp_path / "tiles", maps=["albedo"], layout="tiles", width=2048, tile=512, shard=(1, 2))
    assert (tmp_path / "tiles").exists() and tiles.settings_kept == 0


# ---- what goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize("attempt, kind, code, words", [
    (lambda p, d: Planet("earthlik"), ValueError, 2, "'earthlike'"),
    (lambda p, d: Planet("barren\0x"), ValueError, 2, "zero"),
    (lambda p, d: Planet("barren", -1), ValueError, 2, "seed -1"),
    (lambda p, d: Planet("barren", 2**64 + 5), ValueError, 2, "seed"),
    (lambda p, d: Planet("barren", threads=1000), ValueError, 2, "threads"),
    (lambda p, d: Planet.from_json("{\n  'x'}"), ValueError, 3, "2:"),
    (lambda p, d: p.bake("albdo"), ValueError, 2, "albdo"),
    (lambda p, d: p.bake([]), ValueError, 2, "no map"),
    (lambda p, d: p.bake("clouds", 64), ValueError, 3, "no map clouds"),
    (lambda p, d: p.bake("albedo", 65), ValueError, 2, "even"),
    (lambda p, d: p.bake("albedo", 2**32 + 64), ValueError, 2, "width"),
    (lambda p, d: p.bake("albedo", 64, area=(60, 0, 8, 8)), ValueError, 2, ""),
    (lambda p, d: p.bake("albedo", 64, projection="cube", face=12), ValueError, 2, "face"),
    (lambda p, d: p.export(d, target="godt"), ValueError, 2, "godt"),
    (lambda p, d: p.export(d, maps=["clouds"], width=64), ValueError, 3, "clouds"),
    (lambda p, d: p.export(d / "file" / "x", width=64), OSError, 5, "file"),
    (lambda p, d: Planet("earthlike", limit_bytes=1000).prepare(), ValueError, 3, ""),
])
def test_errors(barren, tmp_path, attempt, kind, code, words):
    (tmp_path / "file").write_text("")
    with pytest.raises(t.Error) as caught:
        attempt(barren, tmp_path)
    assert isinstance(caught.value, kind) and caught.value.exit_code == code
    assert words in str(caught.value) and len(str(caught.value)) > 10


def test_no_memory(barren):
    with pytest.raises(MemoryError):
        barren.bake("albedo", 1 << 22)


def test_wrong_kinds_of_arguments(barren):
    for attempt in (lambda: Planet(3), lambda: Planet("barren", "7"), lambda: barren.bake("albedo", 64.5),
                    lambda: Planet("barren", 1.5), lambda: __import__("pickle").dumps(barren)):
        with pytest.raises(TypeError):
            attempt()


# ---- threads and processes -----------------------------------------------------------------------


def test_threads(barren):
    def bake(seed):
        return Planet("inferno", seed, threads=1).bake("albedo", 128)

    with ThreadPoolExecutor(4) as pool:
        for seed, albedo in enumerate(pool.map(bake, range(6))):
            assert (albedo == bake(seed)).all()
        first = barren.bake("albedo", 128)
        for albedo in pool.map(lambda i: barren.bake("albedo", 128), range(6)):  # they take turns
            assert (albedo == first).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_says_what_to_do(barren):
    barren.bake("albedo", 64)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            barren.bake("albedo", 64)
        except RuntimeError as error:
            own = Planet("inferno").bake("albedo", 64)
            code = 0 if "fork" in str(error) and own.any() else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# A program that is at work when Ctrl-C comes: {} is what it does.
INTERRUPTED = """
import os, signal, sys
import numpy
from terrella_planets import Planet
parts, memory = [], numpy.zeros((8192, 16384, 3), "u1")
def progress(part):
    parts.append(part)
    if len(parts) == {wait}:
        os.kill(os.getpid(), signal.SIGINT)
        {again}
planet = Planet("{type}", 7)
try:
    {work}
except KeyboardInterrupt:
    print("stopped", max(parts) < 1 and not memory[-1].any())  # the last row was not reached
print(planet.bake("albedo", 64).shape)
"""


@pytest.mark.parametrize("work", [
    "planet.bake('albedo', 16384, out=memory, progress=progress)",
    "planet.bake('albedo', 4096, projection='cube', progress=progress)",
    "planet.export('set', width=16384, progress=progress)",
    "planet.prepare(progress)",
])
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c(tmp_path, work):
    wait, again = (1 if "prepare" in work else 6), "os.kill(os.getpid(), signal.SIGINT)" if "cube" in work else ""
    code = INTERRUPTED.format(work=work, wait=wait, again=again, type="earthlike" if "prepare" in work else "barren")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "stopped True\n(32, 64, 3)\n" and done.returncode == 0, done
    assert list(tmp_path.rglob("*")) in ([], [tmp_path / "set"])  # nothing is left behind


# ---- the C interface -----------------------------------------------------------------------------


def test_the_header(tmp_path):
    """Structs, enums and functions are those of the header."""
    from terrella_planets import _library as c_side
    header = pathlib.Path(os.environ["SOURCE_DIR"]) / "include"
    enums = [("TR_MAP_", t.MAPS), ("TR_EXPORT_", t.OUTPUTS[len(t.MAPS):]), ("TR_FORMAT_", c_side.FORMATS),
             ("TR_BLOCKS_", c_side.BLOCKS), ("TR_COMPRESSION_", c_side.COMPRESSIONS), ("TR_LAYOUT_", c_side.LAYOUTS),
             ("TR_HEIGHT_RANGE_", c_side.HEIGHT_RANGES)]
    wanted, lines = {}, []
    for name, kind in vars(c_side).items():
        if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and kind is not ctypes.Structure:
            wanted["sizeof(%s)" % name] = ctypes.sizeof(kind)
            wanted.update({"offsetof(%s, %s)" % (name, field[0]): getattr(kind, field[0]).offset for field in kind._fields_})
    for prefix, names in enums:
        first = len(t.MAPS) if prefix == "TR_EXPORT_" else 0
        wanted.update({prefix + name.upper().replace("-", "_"): first + i for i, name in enumerate(names)})
    wanted.update({"TR_MAP_COUNT": len(t.MAPS), "TR_EXPORT_OUTPUTS": len(t.OUTPUTS), "TR_FORMAT_COUNT": len(c_side.FORMATS),
                   "TR_LAYOUT_COUNT": len(c_side.LAYOUTS), "TR_EXPORT_FILES": 256, "TR_EXPORT_KEPT": 16, "TR_NAME_BYTES": 32,
                   "TR_BAD_USAGE": 1, "TR_BAD_INPUT": 2, "TR_CANNOT_WRITE": 4, "TR_NO_MEMORY": 5, "TR_STOPPED": 7, "TR_BUG": 8})
    lines = ["#include <stddef.h>", "#include <terrella/terrella.h>"]
    lines += ['_Static_assert(%s == %d, "%s is not %d");' % (what, number, what, number) for what, number in wanted.items()]
    (tmp_path / "check.c").write_text("\n".join(lines))
    if __import__("shutil").which("cc") is None:
        pytest.skip("cc is missing")
    done = subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-I", header, tmp_path / "check.c"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    import re
    text = re.sub(r"/\*.*?\*/|\s+", " ", (header / "terrella/terrella.h").read_text(), flags=re.S)
    declared = {name: len(arguments.split(",")) if arguments != "void" else 0
                for name, arguments in re.findall(r"TR_API [^;(]*?\b(tr_\w+)\(((?:[^()]|\([^()]*\))*)\);", text)}
    here = {name: len(arguments) for name, (_, arguments) in c_side.PROTOTYPES.items()}
    unused = {"tr_set_allocator", "tr_patch_direction"}
    assert len(declared) > 25 and {name: n for name, n in declared.items() if name not in unused} == here


def test_versions():
    assert t.__version__ == t.version() and t.pixels() > 0
    assert "earthlike" in t.types() and len(t.types()) > 20 and t.summary("earthlike") and t.summary("none") == ""
