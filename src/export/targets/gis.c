// Geographic information systems: a file beside each picture with its georeference, for GDAL ("GDAL PAM",
// gdal.org).
#include "export/private/targets.h"

// Describes one picture: its sphere, its corner and steps in degrees, and the meaning of its first channel.
static void describe(tr_plan *plan, int output, const char *name) {
    const tr_picture *picture = &plan->parts[output].picture;
    tr_text *text = tr_plan_add_text(plan, name, ".aux.xml");
    tr_text_add(text,
                "<PAMDataset>\n"
                "  <SRS dataAxisToSRSAxisMapping=\"1,2\">GEOGCS[\"planetocentric\",DATUM[\"sphere\","
                "SPHEROID[\"sphere\",%.15g,0]],PRIMEM[\"reference meridian\",0],"
                "UNIT[\"degree\",0.0174532925199433]]</SRS>\n"
                "  <GeoTransform>-180, %.17g, 0, 90, 0, %.17g</GeoTransform>\n",
                1000 * plan->job.recipe->radius_km, 360.0 / picture->width, -180.0 / picture->height);
    if (picture->low < picture->high)
        tr_text_add(
            text,
            "  <PAMRasterBand band=\"1\">\n    <Description>height</Description>\n    <UnitType>m</UnitType>\n"
            "    <Offset>%.17g</Offset>\n    <Scale>%.17g</Scale>\n  </PAMRasterBand>\n",
            picture->low, (picture->high - picture->low) / 65535);
    tr_text_add(text, "</PAMDataset>\n");
}

void tr_describe_gis(tr_plan *plan) { tr_plan_describe_textures(plan, describe); }
