#!/bin/sh
# Generates every raster icon from icon.svg. Run by hand after a change of the drawing; what it makes is committed.
# Needs rsvg-convert (librsvg2-bin), convert (imagemagick) and png2icns (icnsutils).
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for size in 16 24 32 48 64 128 256 512; do
  rsvg-convert -w "$size" -h "$size" icon.svg -o "$work/plain.png"
  # PNG32: Tauri takes RGBA only, and a small icon would otherwise become a palette; no time stamps, so that runs agree
  convert "$work/plain.png" -strip -define png:exclude-chunks=date,time "PNG32:$work/$size.png"
  cp "$work/$size.png" "${size}x${size}.png"
done
convert "$work/16.png" "$work/24.png" "$work/32.png" "$work/48.png" "$work/64.png" "$work/256.png" icon.ico
png2icns icon.icns "$work/16.png" "$work/32.png" "$work/48.png" "$work/128.png" "$work/256.png" "$work/512.png" >/dev/null
