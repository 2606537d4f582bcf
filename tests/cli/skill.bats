#!/usr/bin/env bats
# The skill for agents, followed literally: every block of it runs, in order.
load common

@test "an agent that follows the skill gets a better tree" {
    mkdir -p "$BATS_TEST_TMPDIR/work/inputs" "$BATS_TEST_TMPDIR/bin" && cd "$BATS_TEST_TMPDIR/work"
    ln -s "$PLEACH" "$BATS_TEST_TMPDIR/bin/pleach"
    cp -r "$PLEACH_SOURCE/skills/pleach/scripts" .
    split -l 1 "$PLEACH_SOURCE/examples/support.jsonl" inputs/run- --additional-suffix=.jsonl
    python3 - "$PLEACH_SOURCE/skills/pleach/SKILL.md" "$BATS_TEST_TMPDIR/bin" <<'END'
import json, os, re, subprocess, sys
text = open(sys.argv[1], encoding="utf-8").read()
head = re.match(r"---\nname: ([a-z-]+)\ndescription: (.+)\n---\n", text)
assert head and head.group(1) == "pleach" and len(head.group(2)) <= 1024, "the head of a skill"
environment = {**os.environ, "PATH": sys.argv[2] + ":" + os.environ["PATH"]}
SAME = ["Refunds|Money back|Reimbursement", "Login|Sign-in|Account access", "Invoices|Bills", "Billing|Payments & charges",
        "Shipping|Delivery", "Declined card|Payment failed", "Late delivery|Order delayed",
        "Damaged parcel|Broken on arrival", "Password reset|Forgotten password", "2FA|Two-factor login"]
MEANS = {name: k for k, names in enumerate(SAME) for name in names.split("|")}


def reply():
    """What an agent would write: a line for each question."""
    with open("questions.txt", encoding="utf-8") as asked, open("replies.jsonl", "a", encoding="utf-8") as said:
        for line in asked.read().split("The request:\n")[1:]:
            request = json.loads(line.split("\n")[0])
            if request["kind"] == "place":
                print(json.dumps({"id": request["id"], "parent": 1}), file=said)
                continue
            groups = {}
            for name in request["names"]:
                groups.setdefault(MEANS.get(name["name"], name["name"]), []).append(name["n"])
            print(json.dumps({"id": request["id"], "groups": list(groups.values())}), file=said)


blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
assert len(blocks) >= 5
for block in blocks:
    if "scripts/reply" in block:
        reply()
    done = subprocess.run(["sh", "-e", "-c", block], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, (block, done.stderr)
tree = open("tree.txt", encoding="utf-8").read()
assert "Refunds" in tree and "Reimbursement" not in tree, tree
assert os.path.getsize("crosswalk.csv") > 100 and os.path.getsize("tree.ttl") > 100
END
}
