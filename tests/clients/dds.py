# python3 dds.py FOLDER WORLD: exits with 0 if Pillow (which reads only BC1 with the old header) decodes DDS
# files to the texels of the PNG files.
import math, sys
from PIL import Image

folder, world = sys.argv[1:]
wrong = 0
for kind, part, channels, least in (("bc7", "albedo", 3, 40), ("bc7", "orm", 3, 38), ("bc1", "albedo", 3, 34), ("bc7", "normal", 2, 34)):
    path = f"{folder}/textures/{kind}/{world}_{part}.dds"
    ours = Image.open(path)
    png = Image.open(f"{folder}/textures/plain/{world}_{part}.png")
    if ours.size != png.size:
        print(path, ours.size, "not", png.size); wrong += 1
        continue
    a, b = (image.convert("RGB").tobytes() for image in (ours, png))
    errors = [(a[3 * i + c] - b[3 * i + c]) ** 2 for i in range(len(a) // 3) for c in range(channels)]
    mean = sum(errors) / len(errors)
    psnr = 10 * math.log10(255 ** 2 / mean) if mean else 99
    print(f"{kind} {world}_{part}: {psnr:.1f} dB")
    wrong += psnr < least
sys.exit(wrong > 0)
