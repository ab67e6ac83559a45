#!/bin/sh
# The report of `speed --html` in a real browser: html_in_browser.sh TOOL FOLDER. Exit 77: skipped.
# No message in the console, every chart drawn (its paths have an extent) at desktop and at phone width, nothing wider
# than the window, and the page itself holds no script and loads nothing.
set -eu
tool=$1 folder=$2
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "skipped: no Chromium"; exit 77; }
command -v gnuplot >/dev/null || { echo "skipped: no gnuplot"; exit 77; }
rm -rf "$folder" && mkdir -p "$folder"
page=$folder/report.html
"$tool" speed xor chacha20 --seconds 0.001 --html "$page" >/dev/null
fail() { echo "FAILED: $*"; exit 1; }
if grep -qi '<script\|http://[^w]\|https://\|<link rel=stylesheet\|@import' "$page"; then fail "the page is not self-contained"; fi
ids=$(grep -o "id='[^']*'\|id=\"[^\"]*\"" "$page" | tr '"' "'" | sort | uniq -d)
[ -z "$ids" ] || fail "ids used twice: $ids"

# A copy with a probe that writes what it finds into the document.
probe=$folder/probe.html
cat "$page" - >"$probe" <<'PROBE'
<script>
const shown = [...document.querySelectorAll('figure svg')].filter(s => s.getBoundingClientRect().width > 0);
const drawn = shown.filter(s => [...s.querySelectorAll('path')].filter(p => { const b = p.getBBox(); return b.width > 1 || b.height > 1; }).length >= 5);
const colours = new Set(shown.flatMap(s => [...s.querySelectorAll('path')].map(p => getComputedStyle(p).stroke)));
document.body.dataset.result = `figures=${document.querySelectorAll('figure').length} shown=${shown.length} drawn=${drawn.length} ` +
  `wide=${document.documentElement.scrollWidth > innerWidth} width=${innerWidth} ink=${getComputedStyle(document.body).color} colours=${colours.size}`;
</script>
PROBE
look() { # width, further options
    width=$1; shift
    "$browser" --headless=new --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --window-size="$width",900 --enable-logging=stderr "$@" \
        --virtual-time-budget=4000 --dump-dom "file://$probe" >"$folder/dom.$width" 2>"$folder/log.$width" || fail "the browser ended with $?"
    if grep -q CONSOLE "$folder/log.$width"; then grep CONSOLE "$folder/log.$width"; fail "messages in the console"; fi
    result=$(grep -o 'data-result="[^"]*"' "$folder/dom.$width") || fail "no result at width $width"
    echo "$width: $result"
    figures=$(echo "$result" | sed 's/.*figures=\([0-9]*\).*/\1/')
    [ "$figures" -ge 2 ] || fail "only $figures charts"
    case $result in *"shown=$figures drawn=$figures wide=false"*) ;; *) fail "a chart is missing or too wide" ;; esac
}
look 1200
look 500
light=$(grep -o 'ink=rgb([^)]*)' "$folder/dom.1200")
look 1201 --blink-settings=preferredColorScheme=0
dark=$(grep -o 'ink=rgb([^)]*)' "$folder/dom.1201")
[ "$light" != "$dark" ] || fail "the dark scheme changes nothing"
echo "passed"
