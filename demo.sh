#!/bin/sh
# A hand of each game: ranked, compared and settled, with the paragraphs cited.  $1 is the tablegames command.
set -eu
show() {
    printf '\n$ tablegames'
    for word in "$@"; do
        case $word in *\ *) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$TABLEGAMES" "$@"
}
TABLEGAMES=$1

show rank high-card-flush "As Ks Qs 9s 4d 3d 2c"
show compare high-card-flush "As Ks Qs 9s 4d 3d 2c" "Ah Kh Jh 9h 4c 3c 2d"
show settle high-card-flush --player "As Ks Qs 9s 4d 3d 2c" --dealer "Ah Kh Jh 9h 4c 3c 2d" \
    --bet ante=10 --bet raise=10 --bet flush-bonus=5 --bet straight-flush-bonus=5

show rank saigon-5-card "Jk 2s 5d 9c Kh"
show compare saigon-5-card "Jk 2s 5d 9c Kh" "4s 6s Tc 3h 2h"
show settle saigon-5-card --player "Jk 2s 5d 9c Kh" --dealer "4s 6s Tc 3h 2h" \
    --bet ante=10.01 --bet bonus=5 --paytable bonus=example

show rank heads-up-holdem "Ah Kh" --board "Qh Jh Th 2c 3d"
show compare heads-up-holdem "8h Ks" "4d Qs" --board "9c 7s 5h 5s 3c"
show settle heads-up-holdem --player "Ad 9h" --dealer "6c 6h" --board "2d 3d 4d 5d Kc" \
    --bet ante=10 --bet odds=10 --bet raise=30 --bet trips-plus=5

show compare ultimate-texas-holdem "Qc 5h" "5d Jd" --board "9c Kh Kd 9s Ah"
show settle ultimate-texas-holdem --player "Ah 4h" --dealer "4s 4d" --board "Kh 9h 8h 2c 3d" \
    --bet ante=10 --bet blind=10 --bet play=20 --bet trips=5

# the first figures on a machine wait for their kernels to be compiled
show advise heads-up-holdem --hand "Kc 7d" --board "2s 3s 4s"
show analyze high-card-flush
