#!/bin/sh
# The commands speed and tune as people call them: speed_cli.sh TOOL FOLDER
set -u
tool=$1 folder=$2 failed=0
rm -rf "$folder" && mkdir -p "$folder"
check() { # what, wanted exit code, command…
    what=$1 wanted=$2
    shift 2
    "$@" >"$folder/out" 2>"$folder/err"
    code=$?
    if [ "$code" -ne "$wanted" ]; then
        echo "FAILED: $what: exit $code instead of $wanted"
        cat "$folder/err"
        failed=1
    fi
}
says() { # what, pattern, file
    grep -q -- "$2" "$folder/$3" || { echo "FAILED: $1: no '$2' in $3:"; cat "$folder/$3"; failed=1; }
}
silent() { grep -q -- "$2" "$folder/$3" && { echo "FAILED: $1: '$2' in $3:"; cat "$folder/$3"; failed=1; }; }
one_line() { [ "$(wc -l <"$folder/err")" -le "$2" ] || { echo "FAILED: $1: more than $2 lines of errors"; cat "$folder/err"; failed=1; }; }

check "a quick run" 0 "$tool" speed xor --seconds 0.001 --sizes 64,4096
says "a quick run" "^>" out
says "a quick run" "4 KiB" out
[ "$(awk 'length > 100' "$folder/out" | grep -vc '^lanecrypt\|family')" -eq 0 ] || { echo "FAILED: lines longer than 100"; failed=1; }
check "one implementation" 0 "$tool" speed xor --seconds 0.001 --sizes 64 --impl portable --peers none
says "one implementation" "portable" out
silent "one implementation" "sse2\|avx2\|neon" out
check "units" 0 "$tool" speed xor --seconds 0.001 --sizes 4096 --unit cpb
says "units" "cycles per byte" out
check "latency and cold" 0 "$tool" speed xor --seconds 0.001 --sizes 4096 --latency --cold
check "fit" 0 "$tool" speed xor --seconds 0.001 --fit
says "fit" "bytes cycles" out
check "list" 0 "$tool" speed --list
says "list" "^xor" out
check "an unknown primitive" 2 "$tool" speed nothing
check "an unknown unit" 2 "$tool" speed xor --unit miles
check "no time" 2 "$tool" speed xor --seconds 0
check "an unknown mix" 2 "$tool" speed --mix tcp

check "JSON alone on standard output" 0 "$tool" speed xor --seconds 0.001 --sizes 64 --json -
if command -v python3 >/dev/null; then
    python3 -c 'import json,sys; json.load(open(sys.argv[1]))' "$folder/out" || { echo "FAILED: not JSON"; failed=1; }
fi
cp "$folder/out" "$folder/before.json"
check "compare" 0 "$tool" speed xor --seconds 0.001 --sizes 64 --compare "$folder/before.json"
says "compare" "without evidence of a change" out
echo '{"schema": 3}' >"$folder/bad.json"
check "compare with another file" 1 "$tool" speed xor --seconds 0.001 --sizes 64 --compare "$folder/bad.json"
says "compare with another file" "bad.json: not a report of speed" err
one_line "compare with another file" 1
check "compare with nothing" 1 "$tool" speed xor --compare "$folder/none.json"
says "compare with nothing" "cannot read" err
check "a file that cannot be written" 1 "$tool" speed xor --seconds 0.001 --sizes 64 --json /no/such/folder/x.json
says "a file that cannot be written" "cannot write /no/such" err
check "no gnuplot" 1 env PATH=/nonexistent "$tool" speed xor --html "$folder/page.html"
says "no gnuplot" "gnuplot" err
one_line "no gnuplot" 1
[ ! -e "$folder/page.html" ] || { echo "FAILED: a page without gnuplot"; failed=1; }

check "tune" 0 "$tool" tune xor --seconds 0.001 -o "$folder/profile.txt"
says "tune" "xor.isa" out
check "the profile loads" 0 env LANECRYPT_TUNING="$folder/profile.txt" "$tool" cpu
silent "the profile loads" "LANECRYPT_TUNING" err
printf 'lanecrypt-tuning 1\nsiphash.wide_from = 33\nsiphash.lanes_from = 33\n' >"$folder/wrong.txt"
check "tune from a profile" 0 "$tool" tune siphash --seconds 0.001 --from "$folder/wrong.txt" -o "$folder/profile.txt"
says "tune from a profile" "siphash.lanes_from  *33 " out
silent "tune from a profile" "chacha20" out
check "a profile that cannot be read" 1 "$tool" tune siphash --from "$folder/none.txt"
says "a profile that cannot be read" "cannot read" err
one_line "a profile that cannot be read" 1
check "a profile that is wrong" 1 "$tool" tune siphash --from "$folder/bad.json"
says "a profile that is wrong" "line 1" err
one_line "a profile that is wrong" 1
check "a profile that is empty" 1 "$tool" tune siphash --from /dev/null
one_line "a profile that is empty" 1
check "the profile from a profile loads" 0 env LANECRYPT_TUNING="$folder/profile.txt" "$tool" cpu
silent "the profile from a profile loads" "LANECRYPT_TUNING" err
echo 'lanecrypt-tuning 7' >"$folder/profile.txt"
check "a bad profile" 0 env LANECRYPT_TUNING="$folder/profile.txt" "$tool" cpu
says "a bad profile" "built-in table" err
one_line "a bad profile" 1

# A quick check of one length: the verdict depends on the machine, the form does not.
"$tool" speed xor --check --sizes 4096 --seconds 0.001 >"$folder/out" 2>"$folder/err"
[ $? -le 1 ] || { echo "FAILED: check ended badly"; failed=1; }
says "check" "cells checked" out
[ "$failed" -eq 0 ] && echo passed
exit "$failed"
