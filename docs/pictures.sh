#!/usr/bin/env bash
# Makes the pictures of README and manual in docs/manual/pictures/: needs ImageMagick and, for the window, Xvfb and xdotool.
#   docs/pictures.sh build/release/terrella [gallery|light|near|fields|own_maps|window]…      all of them without a name
# clients.jpg is made by hand of build/release/clients/beside-*.png, which ./test.sh --clients leaves.
set -euo pipefail
TERRELLA=$(realpath "$1") SOURCE_DIR=$(realpath "$(dirname "$0")/..")
export TERRELLA SOURCE_DIR
cd "$SOURCE_DIR/docs/manual/pictures"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
label=(-colorspace sRGB -font /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf -pointsize 13 -fill white -undercolor '#000000c0')

gallery() { "$TERRELLA" gallery --seed 3 -o gallery.jpg; } # this seed shows two planets with rings

light() {
    draw() { "$TERRELLA" render "${@:2}" --size 1280x720 -o "light-$1.jpg"; }
    draw rings ringed --camera 14,-40,4.2
    draw sunrise earthlike --seed 6 --camera 5,-10,1.04,74,0 --sun 0,0.98,-0.1
    draw lava ember --planet Cinder --sun 0.45,0.42,-0.8 --camera 10,30,1.6,27,20
    draw eclipse home --time 7447.4 --camera -12,350,2.2
}

# Six types, the first seed of each, on the way down from 3 radii to 1.01 over one place.
near() {
    local type
    for type in earthlike barren desert inferno ice gas-giant; do
        "$TERRELLA" render $type --size 512x320 --camera 12,0,3 --camera-to 12,0,1.01,70 --sun -0.7,0.3,0.45 --frames 5 --quiet \
            -o "$work/p.png"
        convert "$work"/p-000[1-5].png -resize 320x200 -depth 8 +append "${label[@]}" -annotate +4+14 " $type " "$work/$type.png"
    done
    convert "$work"/{earthlike,barren,desert,inferno,ice,gas-giant}.png -append -quality 84 near.jpg
}

# Fields as maps of the sphere, on the plane, and as spheres.
fields() {
    local strips=()
    # draw LABEL PLANE KIND SET…: a strip of three pictures. PLANE is yes where the field has a plane, too.
    draw() {
        local text=$1 plane=$2 kind=$3 sets=() file="$work/${#strips[@]}" set
        shift 3
        for set in "$@"; do sets+=(--set "$set"); done
        "$TERRELLA" field "$kind" "${sets[@]}" --size 512 --quiet -o "$file.map.png"
        "$TERRELLA" render "$file.map.png" --size 256x256 --camera 25,0,3 --sun -0.4,0.4,1 --quiet -o "$file.ball.png"
        convert -size 512x256 xc:black "$file.plane.png"
        [ "$plane" = no ] || "$TERRELLA" field "$kind" "${sets[@]}" --set domain=plane --size 512 --quiet -o "$file.plane.png"
        convert "$file.map.png" "$file.plane.png" -depth 8 -resize 320x160 "$file.small.png"
        convert "$file.small-0.png" "$file.small-1.png" \( "$file.ball.png" -resize 160x160 \) +append "${label[@]}" \
            -annotate +4+14 " $text " "$file.strip.png"
        strips+=("$file.strip.png")
    }
    draw "value" yes value
    draw "perlin" yes perlin
    draw "simplex" yes simplex
    draw "fractal: 8 octaves of perlin" yes fractal scale=2
    draw "fractal: ridged" yes fractal shape=ridged scale=2
    draw "fractal: billow" yes fractal shape=billow scale=2
    draw "voronoi" yes voronoi
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
    draw "axis" no axis
    montage "${strips[@]}" -tile 2x -geometry +3+3 -background '#202020' -quality 88 fields.jpg
}

# A sketch of three colours, the heights that it gets, the planet, and its ground.
own_maps() {
    local shape land ranges drawn=(-fill '#6aa84f') draw=("$TERRELLA" render earthlike --map "land=$work/sketch.png" --size 640x320 --quiet)
    land=("120,150 170,80 250,70 330,105 385,140 345,215 300,250 285,320 250,385 215,410 200,340 180,285 130,225"
        "520,120 600,75 720,80 850,105 920,150 885,215 800,245 770,285 735,335 690,320 665,265 600,240 535,190"
        "560,300 610,298 640,365 620,420 580,430 550,370" "800,340 860,325 910,370 880,415 810,395" "420,330 442,328 440,352 418,350")
    ranges=("165,140 180,215 212,275 222,340 222,385" "580,140 660,165 740,185 810,175 870,160" "825,350 855,370 890,390")
    for shape in "${land[@]}"; do drawn+=(-draw "polygon $shape"); done
    drawn+=(-fill none -stroke '#8a6b45' -strokewidth 16)
    for shape in "${ranges[@]}"; do drawn+=(-draw "path 'M $shape'"); done
    # bent, as a hand draws
    convert -size 1024x512 xc:'#3a6ea5' "${drawn[@]}" "$work/straight.png"
    convert -size 1024x512 -seed 7 plasma:grey50-grey50 -colorspace Gray -blur 0x5 -auto-level "$work/bend.png"
    convert "$work/bend.png" \( +clone -roll +311+177 \) \( +clone \) -combine "$work/bends.png"
    convert xc:'#3a6ea5' xc:'#6aa84f' xc:'#8a6b45' +append "$work/colours.png"
    convert "$work/straight.png" "$work/bends.png" -compose displace -define compose:args=90x60 -composite +dither \
        -remap "$work/colours.png" "$work/sketch.png"
    "${draw[@]}" --layout map --channel height -o "$work/height.png"
    "${draw[@]}" --camera 5,-65,3.3 --sun -0.1,0.3,1 -o "$work/globe.png"
    "${draw[@]}" --camera -22,-88,1.08,55,20 --sun -0.8,0.5,0.6 --no-clouds -o "$work/ground.png"
    montage -label '' "$work"/{sketch,height,globe,ground}.png -depth 8 -resize 640x320 -tile 2x -geometry +2+2 -background '#202020' \
        -quality 86 own-maps.jpg
}

# The window on a virtual display, with the functions of its tests. In a shell of its own, whose folder is another one.
window() (
    into=$PWD screen=1280x800 widths=usual
    cd "$OLDPWD" # where the script was called: tests/window.sh starts it again by $0, on the display
    set -- "$TERRELLA" window
    # shellcheck source=tests/window.sh
    source "$SOURCE_DIR/tests/window.sh"
    aside() { xdotool mousemove 1279 799; }
    keep() { # NAME: at rest, with all frames of the history
        sleep 3
        rest
        import -window root -quality 88 "$into/$1.jpg"
    }
    begin() {
        keys=space start "$@"
        rest
    }
    end() { finish || fail "exit code $? after Ctrl+Q: $(cat err)"; }
    begin earthlike --seed 4
    aside
    keep window
    xdotool mousemove 768 464 # the ground under the mouse, and what made it
    rest
    xdotool click 1
    until_true 60 place "place close" >/dev/null || true
    keep window-place
    xdotool key Escape
    click "tab Colour" # red leaves, and the planet of before beside it
    click "Vegetation"
    rest
    click "as in Crimson"
    keep window-colour
    xdotool key Escape
    rest
    read -r x y <<<"$(place "frame 0")"
    for at in "$x $y mousedown 1" "640 600" "896 400 mouseup 1"; do
        # shellcheck disable=SC2086
        xdotool mousemove $at
        rest
    done
    until_true 60 place "compare close" >/dev/null || fail "there is no second planet"
    aside
    keep window-beside
    end
    begin inferno --seed 7
    xdotool key g
    click "globe inferno"
    xdotool click 1
    until_true 60 place "globe seed 20" >/dev/null || fail "no twenty infernos"
    aside
    sleep 15 # until all are baked
    keep window-gallery
    xdotool key Escape Escape
    rest
    end
    begin earthlike --seed 4
    click "tab Paint"
    rest
    click "paint clouds"
    over() { # X Y: the mouse moves there, and a frame follows it
        xdotool mousemove "$1" "$2"
        sleep 0.5
    }
    corners() { # X,Y…: clicks for the points of a line
        local corner
        for corner; do
            over "${corner%,*}" "${corner#*,}"
            xdotool click 1
            rest
        done
    }
    click "way Area"
    corners 630,345 690,300 770,295 840,350 830,400 750,430 690,420 650,410
    over 640 380
    keep window-paint
    xdotool key Return
    rest
    click "tool Mountains"
    click "way Line"
    xdotool key bracketleft bracketleft bracketleft bracketleft bracketleft
    corners 670,350 720,335 780,345
    xdotool key Return
    rest
    click "tool Dry"
    click "way Freehand"
    over 680 385
    xdotool mousedown 1
    for at in "700 390" "720 392" "740 390" "760 382"; do
        # shellcheck disable=SC2086
        over $at
    done
    xdotool mouseup 1
    rest
    click "stroke mountains 1"
    aside
    keep window-painted
    end
    begin ringed -o /home/ada/game/planets # is shown, and not written
    click "tab System"
    rest
    xdotool key e
    choose For godot
    aside
    keep window-export
    end
)

shift
for name in "${@:-gallery light near fields own_maps window}"; do
    for one in $name; do "$one"; done
done
