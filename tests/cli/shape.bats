#!/usr/bin/env bats
# shape.bats: trees made to measure, and what is no shape.

load common

SHOPS=("$PLEACH_SOURCE"/examples/cookbook/shop-{a,b,c}.paths)

# shaped RANGES [OPTION...]: grows the three shops, and proves the result.
shaped() {
    pleach grow "${SHOPS[@]}" -o tree.json --shape "$@" 2>told
    pleach check tree.json >/dev/null
}

@test "ranges are met, the price is told, and no node is lost" {
    shaped tops=..2,levels=3,children=2..5
    grep 'To keep tops=..2,levels=3,children=2..5, [0-9]* of [0-9]* statements are set aside' told
    pleach check tree.json "${SHOPS[@]}" | grep 'all 61 input nodes are there once: 61 in clusters'
    jq -e '[.clusters[] | .depth] | max == 2' tree.json
    jq -e '[.clusters[] | select(.parent == null)] | length <= 2' tree.json
    jq -e '[.clusters[].parent | select(. != null)] | group_by(.) | map(length) | min >= 2 and max <= 5' tree.json
    jq -e '[.clusters[].members[] | select(.shaped == "entry")] | length > 0' tree.json
}

@test "the same bytes in any order and on any number of threads" {
    shaped tops=..2,levels=3,children=2..4
    mv tree.json first.json
    pleach grow "${SHOPS[2]}" "${SHOPS[0]}" "${SHOPS[1]}" --threads 4 -q -o tree.json --shape tops=..2,levels=3,children=2..4
    diff <(jq -c .clusters first.json) <(jq -c .clusters tree.json)
}

@test "every format, explain and crosswalk take a shaped tree" {
    shaped tops=..1,levels=3,children=2..4
    for format in text markdown edges paths skos opml nested jsonl yaml mermaid html dot nodes bookmarks sssom; do
        pleach grow "${SHOPS[@]}" --shape tops=..1,levels=3,children=2..4 -q --format $format >out
        [[ -s out ]]
    done
    pleach convert tree.json --format edges >/dev/null
    pleach crosswalk tree.json -q >/dev/null
    moved=$(jq -r '[.clusters[] | select(.shaped == "grouped")][0].name' tree.json)
    pleach explain tree.json "$moved" | grep 'where the shape that was asked for has it'
    # An entry is an item, and no name of what it joined.
    entry=$(jq -r '[.clusters[].members[] | select(.shaped == "entry")][0].name' tree.json)
    jq -e --arg e "$entry" '[.clusters[] | select(.members | any(.shaped == "entry" and .name == $e)) | .spellings | has($e)] | any | not' tree.json
}

@test "explain says what the shape did with concepts, and of which kind a group is" {
    shaped levels=2,children=2..5
    pleach explain tree.json Belts | grep '^"Belts" by .*, lost its place to the shape and is an item of:$'
    pleach explain tree.json Clothing | grep '"Belts" by .*(an item, by the shape)$'
    shaped levels=4,children=2..4
    group=$(jq -r '[.clusters[] | select(.shaped == "group" and .covers > 0)][0].id' tree.json)
    pleach explain tree.json "#$group" | grep '^  a group that the shape made: [0-9]* % of what is right below have its words$'
    pleach explain tree.json Other >told
    grep '^  a group that the shape made of what has no word in common$' told
    run ! grep -E '0 people put it there|other clusters of this name' told
    printf '%s\n' Hats Rakes Pans >tops.paths
    pleach grow tops.paths -q --shape tops=2 -o tops.json
    run -0 pleach explain tops.json Other
    [[ $output == *"at the top of its tree"* && $output != *"everything was put below it"* ]]
    printf 'Red shoes > Shoes, red > %s\n' Boots Pumps >names.paths
    pleach grow names.paths -q --shape levels=2 -o names.json
    pleach explain names.json 'Shoes, red' | grep 'lost its place to the shape and is a further name of:'
}

@test "what is decided stays, and the shape says so" {
    printf 'under\tWinter trail shoes\tWaterproof trail shoes\n' >decided.tsv
    shaped levels=2 --decisions decided.tsv
    pleach explain tree.json 'Winter trail shoes' | grep 'under.*Waterproof trail shoes'
    grep "The shape's levels cannot be met" told
}

@test "what few have is left out, told and counted" {
    pleach grow "${SHOPS[@]}" --min-people 2 -o tree.json 2>told
    grep 'Left out [0-9]* nodes of concepts that fewer than 2 people have' told
    pleach check tree.json "${SHOPS[@]}" | grep 'discarded with a reason'
    jq -e '[.clusters[] | .name] | index("Tents") == null and index("Hats") != null' tree.json
    jq -e '[.discarded[] | .reason] | unique == ["fewer people have it"]' tree.json
    says 2 "No concept has 9 people or more" pleach grow "${SHOPS[@]}" --min-people 9
}

@test "what is no shape is refused before anything is read" {
    for wrong in depth=3 levels=0 levels=101 children=9..3 tops=..99999999999 levels=5,levels=4 levels=5, ''; do
        says 2 "shape" pleach grow missing.jsonl --shape "$wrong"
    done
    says 2 "needs the solver consensus" pleach grow missing.jsonl --shape levels=3 --solver joint
    says 2 "The root is the only top" pleach grow missing.jsonl --shape tops=2..3 --root All
}

@test "a forged shape does not pass" {
    shaped levels=3
    jq -c '.report.shape = "levels=2"' tree.json >forged.json
    run ! pleach check forged.json
    [[ $output == *"there are 3 levels, and the report does not say why"* ]]
}

@test "links keep their titles, and what has no address is no link" {
    cat >links.html <<'END'
<!DOCTYPE NETSCAPE-Bookmark-file-1>
<H1>Bookmarks</H1>
<DL><p>
<DT><H3>Home</H3>
<DL><p>
<DT><H3>Shopping</H3>
<DL><p>
<DT><A HREF="https://amazon.example/">Amazon</A>
<DT><A HREF="https://ebay.example/">eBay</A>
</DL><p>
</DL><p>
</DL><p>
END
    pleach grow links.html --shape levels=1 --format bookmarks >out 2>told
    grep -q '<DT><A HREF="https://amazon.example/">Amazon</A>' out
    grep -q '<DT><A HREF="https://ebay.example/">eBay</A>' out
    [[ $(grep -c '<A HREF' out) == 2 ]]
    grep 'bookmarks has no place for 2 items without an address' told
    pleach grow links.html --shape levels=1 --format opml -q >out
    grep -q 'text="Amazon" type="link" url="https://amazon.example/"' out
    grep -q 'text="Shopping"' out
}

@test "a level that fits is not dissolved to fill its parent, and the shape says so" {
    printf 'Media > Books > %s\n' Cookbooks Novels Fiction >chain.paths
    pleach grow chain.paths -q --shape children=2..12 -o chain.json 2>told
    jq -e '[.clusters[].name] | sort == ["Books", "Cookbooks", "Fiction", "Media", "Novels"]' chain.json
    grep 'children cannot be met: there is 1 concept with too few, and to dissolve what is below would set more aside' told
    pleach check chain.json >/dev/null
    # A level whose children are too few as well is.
    printf 'Media > Books > %s\n' Cookbooks >chain.paths
    pleach grow chain.paths -q --shape children=2..12 -o chain.json
    jq -e '[.clusters[].name] == ["Media"]' chain.json
}

@test "leaves are grouped as long as there is room, though others beside them are deep" {
    shaped levels=3,children=2..5
    jq -e '[.clusters[] | select(.shaped == "group") | .name] | sort == ["Coats", "Other"]' tree.json
    jq -e '.clusters[] | select(.name == "Dress shoes") | .shaped == "moved"' tree.json
    jq -e '[.clusters[].members[] | select(.shaped == "entry") | .name] | contains(["Belts"]) | not' tree.json
}

@test "a pipe hears the price, and quiet only what cannot be" {
    printf '%s\n' 'Hats > Caps' 'Rakes > Big rakes' >two.paths
    pleach grow two.paths --shape tops=1,levels=1 2>told >/dev/null
    grep '^To keep tops=1,levels=1, ' told
    grep "levels cannot be met: there are 2, because of a group" told
    pleach grow two.paths --shape tops=1,levels=1 -q 2>told >/dev/null
    run ! grep 'To keep' told
    grep "levels cannot be met" told
    pleach grow two.paths --shape levels=3 -q 2>told >/dev/null
    [[ ! -s told ]]
}

@test "one tree is made to measure without merging anybody else's" {
    printf 'Media > Books > %s\n' Cookbooks Novels Fiction >chain.paths
    run --separate-stderr -0 pleach convert chain.paths --shape levels=2 --format paths
    [[ $output == *"Media > Books"* && $output != *"Books >"* ]]
    [[ $stderr == *"To keep levels=2, "*" are set aside."* ]]
    says 2 "trees of several people" pleach convert "${SHOPS[@]}" --shape levels=2 -o x.md
    [ ! -e x.md ]
    pleach grow chain.paths -q -o chain.json
    says 2 "where it is grown" pleach convert chain.json --shape levels=2
    says 2 "no part of a shape" pleach convert missing.paths --shape depth=2
}

@test "what has nothing in common is parted by the alphabet" {
    printf 'Zoo > %s\n' Ants Bees Cows Dogs Eels Foxes Gnus Hares Ibises Jays Kites Lynxes >zoo.paths
    pleach grow zoo.paths -q --shape levels=3,children=2..4 -o tree.json
    pleach check tree.json >/dev/null
    jq -e '[.clusters[].members[] | select(.shaped == "entry")] | length == 0' tree.json
    jq -e '[.clusters[] | select(.shaped == "group") | .name] | all(test("^[A-Z]–[A-Z]$"))' tree.json
}

@test "names that begin alike for long are parted by the alphabet soon" {
    python3 -c 'for k in range(24): print("All > " + "a" * 300000 + chr(97 + k))' >long.paths
    timeout 20 "$PLEACH" convert long.paths --shape levels=4,children=2..5 --format edges >edges
    [[ -s edges ]]
}

@test "of siblings the one with something below it stays, and a made top of all is called so" {
    printf 'Clothing > Women > %s\n' 'Dresses > Summer' 'Dresses > Evening' A B C D E F G H >women.paths
    printf 'Clothing > Men > %s\n' I J K L >>women.paths
    pleach convert women.paths --shape levels=3,children=3..8 --format paths >out
    grep -q '> Dresses"' out
    printf '%s > x\n' Hats Rakes Pans >tops.paths
    pleach grow tops.paths -q --shape tops=1 --format paths >out
    grep -q '"All > Hats"' out
    printf 'All > x\n' >>tops.paths
    pleach grow tops.paths -q --shape tops=1 --format paths >out
    grep -q '"Other > All"' out
    pleach grow tops.paths -q --shape tops=1 --root Shop --format paths >out
    grep -q '"Shop > All"' out
}
