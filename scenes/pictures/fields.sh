#!/usr/bin/env bash
# Makes fields.jpg: the fields as maps round the sphere, on the plane, and as balls (needs ImageMagick).
#   scenes/pictures/fields.sh build/release/terrella
set -euo pipefail
terrella=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf

# draw LABEL PLANE KIND SET…: a strip of three pictures. PLANE is yes where the field lives on the plane too.
draw() {
    local label=$1 plane=$2 kind=$3 sets=()
    shift 3
    for set in "$@"; do sets+=(--set "$set"); done
    local file="$work/${#strips[@]}"
    "$terrella" field "$kind" "${sets[@]}" --size 512 --quiet -o "$file.map.png"
    "$terrella" render "$file.map.png" --size 256x256 --camera 25,0,3 --sun -0.4,0.4,1 --quiet -o "$file.ball.png"
    convert -size 512x256 xc:black "$file.plane.png"
    [ "$plane" = no ] || "$terrella" field "$kind" "${sets[@]}" --set domain=plane --size 512 --quiet -o "$file.plane.png"
    convert "$file.map.png" "$file.plane.png" -depth 8 -resize 320x160 "$file.small.png"
    convert "$file.small-0.png" "$file.small-1.png" \( "$file.ball.png" -resize 160x160 \) +append -colorspace sRGB \
        -font "$font" -pointsize 13 -fill white -undercolor '#000000c0' -annotate +4+14 " $label " "$file.strip.png"
    strips+=("$file.strip.png")
}

strips=()
draw "value" yes value
draw "perlin" yes perlin
draw "simplex" yes simplex
draw "fractal: 8 octaves of perlin" yes fractal scale=2
draw "fractal: ridged" yes fractal shape=ridged scale=2
draw "fractal: billow" yes fractal shape=billow scale=2
draw "voronoi: the article's distance" yes voronoi
draw "voronoi: f2-f1" yes voronoi value=f2-f1
draw "voronoi: f3" yes voronoi value=f3
draw "voronoi: distance to the edge" yes voronoi value=edge
draw "voronoi: cell" yes voronoi value=cell
draw "voronoi: f1, manhattan" yes voronoi value=f1 metric=manhattan
draw "voronoi: f1, chebyshev" yes voronoi value=f1 metric=chebyshev
draw "warp: in eight steps" no warp steps=8 amount=1 layers.warp.scale=3
draw "flow" no flow
draw "midpoint: from perlin, a mountain given" yes midpoint from=perlin cells=16 'points=[[0.5,0.5,1]]'
draw "diamond_square" yes diamond_square cells=4
draw "olsen" yes olsen cells=4
draw "terrain" no terrain height_min_m=-6000 height_max_m=6000
draw "gullies" no gullies scale=9
draw "craters" no craters density=2000
draw "rays" no rays density=60
draw "spots: with lobes" no spots density=60 lobes=0.8 reach=6 radius_max=0.05
draw "arcs" no arcs cycloids=0.2
draw "streets" no streets density=120 scale=14 avenue=0.012 width=0.006
draw "latitude" no latitude
draw "axis" no axis
montage "${strips[@]}" -tile 2x -geometry +3+3 -background '#202020' -quality 88 fields.jpg
