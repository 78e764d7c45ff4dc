// Unity: a .meta file beside each texture, with the importer's settings ("Texture Import Settings" and
// "Text-based asset files", docs.unity3d.com). Omitted keys have Unity's default values.
#include "base/hash.h"
#include "export/private/targets.h"

#include <inttypes.h>

// A file keeps its GUID when it is exported again, because scenes refer to the GUID.
static void identify(const char *name, tr_text *text) {
    tr_text_add(text, "fileFormatVersion: 2\nguid: %016" PRIx64 "%016" PRIx64 "\n", tr_hash_text(1, name),
                tr_hash_text(2, name));
}

static void describe(tr_plan *plan, int output, const char *name) {
    const tr_picture *picture = &plan->parts[output].picture;
    tr_text *text = tr_plan_add_text(plan, name, ".meta");
    identify(name, text);
    if (plan->parts[output].format != TR_FORMAT_PNG) { // raw heights are for Import Raw of a terrain
        tr_text_add(text, "DefaultImporter:\n  userData: %d x %d, 16 bits, Windows byte order, %g to %g m\n",
                    picture->width, picture->height, picture->low, picture->high);
        return;
    }
    const bool clamps =
        output == TR_EXPORT_RINGS || plan->job.layout == TR_LAYOUT_CUBE; // other textures repeat in u
    tr_text_add(text,
                "TextureImporter:\n  serializedVersion: 12\n"
                "  mipmaps:\n    sRGBTexture: %d\n    enableMipMap: 1\n"
                "  textureType: %d\n  alphaIsTransparency: %d\n  maxTextureSize: 16384\n"
                "  textureSettings:\n    serializedVersion: 2\n    filterMode: 2\n    aniso: 8\n"
                "    wrapU: %d\n    wrapV: 1\n    wrapW: 1\n"
                "  platformSettings:\n  - serializedVersion: 3\n    buildTarget: DefaultTexturePlatform\n"
                "    maxTextureSize: 16384\n    textureCompression: 2\n",
                picture->srgb, output == TR_MAP_NORMAL, picture->srgb && picture->channels == 4, clamps);
}

void tr_describe_unity(tr_plan *plan) { tr_plan_describe_textures(plan, describe); }
