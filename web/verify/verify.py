#!/usr/bin/env python3
"""Recomputes the rounds of a game from the public files of a month, with nothing of the operator's running.

    curl --compressed -o rounds.jsonl https://HOST/transparency/rounds/sapreOne-2026-11.jsonl
    curl --compressed -o bets.jsonl https://HOST/transparency/bets/sapreOne-2026-11.jsonl
    curl --compressed -o log.jsonl https://HOST/transparency/log/sapreOne-2026-11.jsonl
    python3 verify.py rounds.jsonl bets.jsonl --log log.jsonl

With `--others` and the files of the log of the other two games it is seen that the log hides no second entry of a round.
Needs Python 3.8 and, to verify the beacon's signatures, the package py_ecc (pip install py_ecc). Without it everything else
is checked, and the last line tells so. It does not open the timelocks: verify.html does. Ends with 1 where it finds a fault.
"""
import argparse, base64, collections, hashlib, hmac, itertools, json, re, sys
from datetime import datetime

try:
    from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2, subgroup_check
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.optimized_bls12_381 import G2, pairing
except ImportError:
    pairing = None

# drand's quicknet: https://docs.drand.love
QUICKNET = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
GENESIS, PERIOD = 1692803367, 3
DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def lp(text):
    return len(text.encode()).to_bytes(2, "big") + text.encode()


def paise(rupees):
    return int(rupees.replace(".", ""))


def seconds(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def returns(selection, number):
    """What a stake returns, in ten-thousandths: 0-9 a number, 10 green, 11 violet, 12 red. 0 and 5 are violet as well."""
    shared = number % 5 == 0
    if selection < 10:
        return 96000 if selection == number else 0
    if selection == 11:
        return 48000 if shared else 0
    return (16000 if shared else 20000) if (selection == 10) == (number % 2 == 0) else 0


def tree_hash(leaves):
    """RFC 6962, section 2.1."""
    level = [sha256(b"\0", leaf) for leaf in leaves] or [sha256()]
    while len(level) > 1:
        pairs = [sha256(b"\1", *level[at : at + 2]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) & ~1 :]
    return level[0]


def leaf(bet):
    return b"".join((
        lp("colour-bet/1"), lp(bet["gameId"]), bet["bet"].to_bytes(4, "big"), bytes([bet["selection"]]),
        bet["paise"].to_bytes(8, "big"), bet["receivedAt"].to_bytes(8, "big"), bytes.fromhex(bet["player"]),
    ))  # fmt: skip


def draw(round):
    """The ten numbers in the order in which the round's stream first shows them; None where seed, root or beacon are missing."""
    if round["seed"] is None:
        return None
    message = lp(round["drawVersion"]) + lp(round["gameId"].split("-")[0]) + lp(round["gameId"])
    if round["drawVersion"] != "colour-pf/1":
        if not round["betsRoot"] or not round["beaconRound"] or not round["beaconRandomness"]:
            return None
        message += bytes.fromhex(round["betsRoot"]) + round["beaconRound"].to_bytes(8, "big")
        message += bytes.fromhex(round["beaconRandomness"])
    order = []
    for counter in itertools.count():
        block = hmac.digest(bytes.fromhex(round["seed"]), message + counter.to_bytes(4, "big"), "sha256")
        words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
        order = list(dict.fromkeys(order + [word % 10 for word in words if word < 4294967290]))
        if len(order) == 10:
            return order


def profit_rule(round, order, staked, payouts):
    if round["profitabilityLevel"] is None or round["ruleVersion"] not in (1, 2):
        return None
    ranked = sorted(order, key=lambda number: -payouts[number])
    if round["ruleVersion"] == 2:
        ranked = [number for number in ranked if payouts[number] <= staked] or ranked
    return ranked[round["profitabilityLevel"] * len(ranked) // 10]


def signed(round, key):
    """None without py_ecc."""
    signature = bytes.fromhex(round["beaconSignature"] or "")
    ends = seconds(round["endsAt"])
    if not round["beaconRound"]:
        return False
    if sha256(signature).hex() != round["beaconRandomness"] or GENESIS + (round["beaconRound"] - 1) * PERIOD != ends:
        return False
    if pairing is None:
        return None
    try:
        point, key = pubkey_to_G1(signature), signature_to_G2(bytes.fromhex(key))
    except ValueError:
        return False
    message = hash_to_G1(sha256(round["beaconRound"].to_bytes(8, "big")), DST, hashlib.sha256)
    return subgroup_check(point) and pairing(key, message) == pairing(G2, point)


def faults(round, bets, last, key):
    """The names of the checks that a round fails; `bets` is None where they are not at hand, `last` the round before."""
    # CLOSED: it waits for the beacon, and its bets are not public yet.
    void, bets, lost = round["state"] in ("VOID", "CLOSED"), None if round["state"] == "CLOSED" else bets, round.get("seedLost", False)
    # A void round may lack its seed, and says then that it was lost: the log shows whether it could be.
    if lost is not (round["seed"] is None) or (
        round["state"] != "VOID" if lost else sha256(bytes.fromhex(round["seed"])).hex() != round["commitment"]):  # fmt: skip
        yield "seed"
    begins = round["chainIndex"] == 1 and round["commitment"][:16] == round["chainId"].split("-")[1]
    if not (begins or round["chainIndex"] != 1) if last is None else not (
        round["number"] == last["number"] + 1 and (begins if round["chainId"] != last["chainId"] else (
        round["chainIndex"] == last["chainIndex"] + 1 and round["commitment"] == last["seed"]))):  # fmt: skip
        yield "follows"
    if round["drawVersion"] != "colour-pf/1":
        if (not void or round["beaconSignature"] or round["beaconRandomness"]) and signed(round, key) is False:
            yield "beacon"
        if (not void or round["betsRoot"]) and bets is not None:
            ascending = all(one["bet"] < next["bet"] for one, next in zip(bets, bets[1:]))
            if not ascending or tree_hash(map(leaf, bets)).hex() != round["betsRoot"]:
                yield "root"
    payouts, staked = [paise(amount) for amount in round["payoutsByNumber"] or []], 0
    if bets is not None:
        stakes = [sum(bet["paise"] for bet in bets if bet["selection"] == at) for at in range(13)]
        due = [sum(bet["paise"] * returns(bet["selection"], number) // 10000 for bet in bets) for number in range(10)]
        published = len(bets), stakes, due
        if payouts and (round["bets"], [paise(amount) for amount in round["stakesBySelection"] or ()], payouts) != published:
            yield "stakes"
        payouts, staked = due, sum(stakes)
    elif payouts:
        staked = sum(paise(amount) for amount in round["stakesBySelection"] or ())
    order = draw(round)
    number = order[0] if order else None
    won, by = round["winningNumber"], round["decidedBy"]
    if by == "PROFIT_RULE":
        number = profit_rule(round, order, staked, payouts) if order and payouts else None
    if (won, by) != (None, None) if void else by != "OPERATOR" and (won is None or won != number):
        yield "number"
    if round["payouts"] is not None and (None in (won, round["stakes"]) or not payouts or (
        paise(round["stakes"]), paise(round["payouts"])) != (staked, payouts[won])):  # fmt: skip
        yield "payouts"


# Ed25519 (RFC 8032, section 6), in extended coordinates.
P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    return (f - e) * (h - g) % P, (f + e) * (h + g) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        result, point, scalar = add(result, point) if scalar & 1 else result, add(point, point), scalar >> 1
    return result


def point_of(encoded):
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519(key, message, signature):
    public, nonce, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or public is None or nonce is None or s >= Q:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % Q
    a, b = times(s, BASE), add(nonce, times(h, public))
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def note_of(note):
    """The text of a signed note (c2sp.org/signed-note), its signatures, and the size and root that it states."""
    text, _, lines = note.rpartition("\n\n")
    signatures = re.findall(r"^\u2014 (\S+) (\S+)$", lines, re.M)
    origin, size, root = (text.split("\n") + ["", "", ""])[:3]
    return text + "\n", [(name, base64.b64decode(value)) for name, value in signatures], int(size), base64.b64decode(root)


def signed_at(note, vkey, kind):
    """Whether (kind 1, a log) or when (kind 4, a witness, c2sp.org/tlog-cosignature) a key has signed; None: not at all."""
    (name, key_id, key), (text, signatures, _, _) = vkey.split("+", 2), note_of(note)
    key, message = base64.b64decode(key), text.encode()
    if key[0] != kind or sha256(f"{name}\n".encode(), key)[:4].hex() != key_id:
        return None
    for signer, value in signatures:
        if signer == name and value[:4].hex() == key_id:
            at = int.from_bytes(value[4:12], "big") if kind == 4 else 1
            if ed25519(key[1:], (f"cosignature/v1\ntime {at}\n".encode() if kind == 4 else b"") + message, value[-64:]):
                return at
    return None


class Other:
    """The log's file of another game, read as far as it was asked for."""

    def __init__(self, lines):
        head = json.loads(next(lines))
        self.lines, self.first, self.last, self.next, self.line, self.game = lines, head["first"], head["last"], head["first"], "", ""

    def advance(self):
        self.line, self.next = next(self.lines, "").rstrip("\n"), self.next + 1
        self.game = self.game or game_of(self.line)

    def at(self, index):
        """The game and the hash of the entry that the file shows there; None beside what it covers."""
        if not self.first <= index < self.last:
            return None
        while self.next <= index:
            self.advance()
        return game_of(self.line), sha256(b"\0", self.line.encode())


def game_of(line):
    return json.loads(line).get("gameId", "").split("-")[0] if line[:1] == "{" else ""


class Log:
    """A part of the public log, read beside the rounds: it holds entries until their round has been checked."""

    def __init__(self, lines, others=()):
        self.lines, self.others, self.hidden, self.game = lines, [Other(other) for other in others], collections.Counter(), ""
        self.openings, self.restores = [], []
        self.rounds, self.sets, self.twice, self.late, self.checked, self.waiting = {}, {}, set(), {}, None, set()
        self.head, self.size, self.last, self.states, self.at_end = json.loads(next(lines)), 0, None, {}, False
        for hash in map(base64.b64decode, self.head["before"]):
            self.append(hash, self.head["first"])
        self.whole, self.kept = self.size == self.head["first"], self.size
        for one in self.head["earlier"]:
            self.read(one["entry"], one["index"])

    def advance(self):
        line = next(self.lines, "").rstrip("\n")
        if line[:1] == '"':
            hash, found = base64.b64decode(line), [other.at(self.size) for other in self.others]
            game = next((one[0] for one in found if one and one[0] and one[1] == hash), "")
            self.hidden[game, all(found)] += 1
            self.append(hash, self.size + 1)
        elif line:
            self.read(line, self.size)
            self.append(sha256(b"\0", line.encode()), self.size + 1)
        self.states[self.size], self.at_end = self.last, not line

    def read(self, line, index):
        entry = {**json.loads(line), "at": index}
        if entry["type"] == "witnesses":
            self.sets[entry["id"]] = entry["vkeys"]
        if entry["type"] in ("opened", "restored"):
            (self.openings if entry["type"] == "opened" else self.restores).append(index)
        if "gameId" in entry:
            self.game = self.game or game_of(line)
            if self.checked and self.checked[0] <= entry["gameId"] <= self.checked[1] and entry["gameId"] not in self.waiting:
                self.late[entry["gameId"]] = True
            steps = self.rounds.setdefault(entry["gameId"], {})
            if entry["type"] in steps or entry["v"] != 1:
                self.twice.add(entry["gameId"])
            steps[entry["type"]] = entry

    def finish(self):
        """Reads the rest. Whether it is signed; and of the hidden leaves those of other games' files, of none, and beside these."""
        while not self.at_end:
            self.advance()
        whole, (_, _, size, root) = self.whole and self.size == self.head["last"], note_of(self.head["checkpoint"])
        for hash in map(base64.b64decode, self.head["after"]):
            self.append(hash, size)
        self.states[self.size] = self.last
        for one in self.head["earlier"]:
            whole = whole and path_root(sha256(b"\0", one["entry"].encode()), one["index"], size, one["path"]) == root
        for other in self.others:
            while not other.game and other.next < other.last:
                other.advance()
        unshown = {covered: sum(self.hidden[game, covered] for game in ("", self.game)) for covered in (False, True)}
        none = unshown[True] if len({other.game for other in self.others} - {"", self.game}) == 2 else 0
        beside = sum(unshown.values()) - none
        signed = whole and self.root(size) == root and signed_at(self.head["checkpoint"], self.head["vkey"], 1) is not None
        return signed, sum(self.hidden.values()) - none - beside, none, beside

    def append(self, hash, to):
        """Appends a complete subtree, as large as its place and the size `to` allow."""
        size = 1
        while size * 2 <= to - self.size and self.size % (size * 2) == 0:
            size *= 2
        self.size, left = self.size + size, self.last
        while left and left[0] == size:
            size, hash, left = size * 2, sha256(b"\1", left[1], hash), left[2]
        self.last = size, hash, left

    def root(self, size):
        """None at a size that is not of this part."""
        node = self.states.get(size)
        hash = node and node[1]
        while node and (node := node[2]):
            hash = sha256(b"\1", node[1], hash)
        return hash

    def entries_of(self, round):
        """Reads on until they are complete. The seed of a round that was void before its end comes after the refund, or never."""
        void = {"void", "refunded", *(() if round["seed"] is None else ("seed",))}
        last, steps = {"VOID": void, "CLOSED": {"seed"}}.get(round["state"], {"settled"}), lambda: self.rounds.get(round["gameId"], {})
        while not self.at_end and not (last <= set(steps()) and (round["seed"] is not None or self.restored_after(steps()) is not None)):
            self.advance()
        return steps()

    def restored_after(self, steps):
        """Whether a restore of the database follows a round's opening before the game's next one; None: not read yet."""
        opened, never = steps.get("opened", {}).get("at", 0), float("inf")
        restored, next_opened = (min((at for at in places if at > opened), default=never) for places in (self.restores, self.openings))
        return None if restored == next_opened else restored < next_opened

    def drop(self, round, steps):
        self.checked = self.checked[0] if self.checked else round["gameId"], round["gameId"]
        if round["state"] == "CLOSED":
            self.waiting.add(round["gameId"])
        self.rounds = {name: entries for name, entries in self.rounds.items() if name > round["gameId"]}
        self.openings = [at for at in self.openings if at > steps.get("opened", {}).get("at", 0)]
        self.restores = [at for at in self.restores if at > steps.get("opened", {}).get("at", 0)]
        # The root of the next round's bets comes later, and what confirms it later still.
        while self.kept < min(steps.get("betsRoot", {}).get("at", 0), self.size):
            self.states.pop(self.kept, None)
            self.kept += 1

    def faults(self, round):
        steps, void, waits = self.entries_of(round), round["state"] == "VOID", round["state"] == "CLOSED"
        rule = ("profitabilityLevel", "ruleVersion") if (round["decidedBy"] or round["wouldBeDecidedBy"]) == "PROFIT_RULE" else ()
        times, paid = ("startsAt", "evaluationTime", "endsAt"), ("stakes",) if not (void or waits) and (round["state"] == "SETTLED" or round["payouts"]) else ()
        expected = {
            "opened": ("commitment", "drawVersion", "chainId", "chainIndex", "beaconRound", "number", *times, *rule),
            **({"timelock": ("timelock",)} if round["timelock"] else {}), **({"betsRoot": ("betsRoot",)} if round["betsRoot"] else {}),
            **({} if void or waits else {"decided": ("winningNumber", "decidedBy", "seed", "betsRoot", "beaconRound", "beaconSignature", "payoutsByNumber", "bets", *paid)}),
            **({"settled": ("stakes", "payouts")} if paid else {}),
        }  # fmt: skip
        same = all(steps.get(step, {}).get(field, "") == round[field] for step, fields in expected.items() for field in fields)
        # The log may be newer than the file.
        others = {"timelock", "betsRoot", *(() if waits else ("decided",))} & set(steps) - set(expected)
        places = [steps[step]["at"] for step in ("opened", "timelock", "betsRoot", "seed", "decided", "settled") if step in steps]
        reason = steps.get("void", {}).get("reason") == round["voidReason"] and ("void" in steps) == void
        reason = reason and steps.get("decided", {}).get("reason") == round["overrideReason"]
        if waits:
            reason = round["drawVersion"] != "colour-pf/1" and round["voidReason"] is None and round["overrideReason"] is None
        # Whether the draw decides was fixed at the opening.
        by = {"DRAW": True, "PROFIT_RULE": False}.get(round["decidedBy"] or round["wouldBeDecidedBy"])
        mode = by is None or steps.get("opened", {}).get("randomize") == by
        seed = steps.get("seed", round)["seed"] == round["seed"]
        ordered = void or places == sorted(places)
        if not (same and reason and mode and seed and ordered) or others or round["gameId"] in self.twice:
            yield "log"
        # Rounds that opened earlier, without telling that they wait, were void where the beacon was silent for a minute.
        waited = steps.get("opened", {}).get("waitsForBeacon") is True or round["startsAt"] >= "2027"
        lost = round["seed"] is None
        if void and (lost or waited) and not (could_be_lost(round, steps) and self.restored_after(steps) if lost else could_be_void(round, steps)):
            yield "void"
        if steps.get("opened", {}).get("witnesses") is not None and round["betsRoot"] and not void and not waits:
            if not self.is_witnessed(round, steps):
                yield "witnessed"
        self.drop(round, steps)

    def is_witnessed(self, round, steps):
        """Whether more than half confirmed, before the end, a state of the log with the root."""
        ends, confirmed = seconds(round["endsAt"]), set()
        keys = self.sets.get(steps["opened"]["witnesses"], [])
        for note in steps.get("decided", {}).get("checkpoints") or []:
            _, _, size, root = note_of(note)
            if size > steps.get("betsRoot", {}).get("at", size) and self.root(size) == root:
                for key in keys:
                    if len(confirmed) <= len(keys) / 2 and (signed_at(note, key, 4) or ends) < ends:
                        confirmed.add(key)
        return len(confirmed) > len(keys) / 2


UNWITNESSED = "The list of its bets was not confirmed by a majority of the witnesses before its end."
PLAY_ENDED = "Play money ended here: from the next round on it is real money."


KEY_LOST = "The server was restored from a backup without the key of its draws."


def could_be_lost(round, steps):
    """A seed is lost with its key in a restore, which makes the round void; an operator may have done so before its end."""
    void = steps.get("void", {})
    early = void.get("byOperator") is True and seconds(void.get("voidedAt", round["endsAt"])) < seconds(round["endsAt"])
    return round["voidReason"] == KEY_LOST or early


def could_be_void(round, steps):
    """A round with a root waits for the beacon: only owners end that, after a week, while its round is nowhere published."""
    void = steps.get("void", {})
    if round["betsRoot"] is None or round["voidReason"] == PLAY_ENDED:
        return True
    if void.get("byOperator") is not True:
        return steps.get("opened", {}).get("witnesses") is not None and round["voidReason"] == UNWITNESSED
    return round["beaconSignature"] is None and seconds(void.get("voidedAt", "1970-01-01T00:00:00Z")) >= seconds(round["endsAt"]) + 7 * 86400


def path_root(hash, index, size, path):
    """RFC 9162, section 2.1.3.2."""
    last = size - 1
    for sibling in map(base64.b64decode, path):
        if index % 2 or index == last:
            hash = sha256(b"\1", sibling, hash)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            hash = sha256(b"\1", hash, sibling)
        index, last = index // 2, last // 2
    return hash if last == 0 else None


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rounds")
    options.add_argument("bets", nargs="?")
    options.add_argument("--log", help="the month's part of the public log")
    options.add_argument("--others", nargs=2, help="the other two games' parts")
    options.add_argument("--beacon-key", default=QUICKNET, help="of another beacon than drand's quicknet")
    options = options.parse_args()
    bets = map(json.loads, open(options.bets)) if options.bets else ()
    groups = itertools.groupby(bets, key=lambda bet: bet["gameId"])
    group, last, count, found = next(groups, None), None, 0, 0
    text = lambda name: open(name, encoding="utf-8", newline="\n")
    log = Log(text(options.log), map(text, options.others or ())) if options.log else None
    for round in map(json.loads, open(options.rounds)):
        mine = [] if options.bets or round["bets"] == 0 else None
        if group and group[0] == round["gameId"]:
            mine, group = list(group[1]), next(groups, None)
        if round["state"] not in ("DECIDED", "SETTLED", "VOID", "CLOSED"):
            sys.exit(f"{round['gameId']}: no state is called {round['state']}")
        for fault in itertools.chain(faults(round, mine, last, options.beacon_key), log.faults(round) if log else ()):
            found += 1
            print(f"{round['gameId']}: {fault}")
        if round["state"] == "CLOSED":
            print(f"{round['gameId']} waits for round {round['beaconRound']} of the beacon")
        if round["state"] == "VOID" and (order := draw(round)):
            print(f"{round['gameId']} is void ({round['voidReason']}): the draw would have given {order[0]}")
        last, count = round, count + 1
    if group:
        found += 1
        print(f"{group[0]}: follows (it has bets, and the file of rounds lacks it)")
    if log:
        signed, shown, none, beside = log.finish()
        found += (not signed) + (none > 0) + len(log.late)
        print(f"log {log.head['vkey']}, {note_of(log.head['checkpoint'])[2]} entries" + ("" if signed else ": its checkpoint is NOT that of these"))
        for game in log.late:
            print(f"{game}: log (it has entries after its last one)")
        hidden = f"{shown + none + beside} entries of other games as hashes"
        print(hidden + (f": {shown} in their files, {beside} beside these, {none} of NO game" if options.others else ""))
    print(f"{count} rounds, {found} faults" + ("" if pairing else "; signatures of the beacon NOT verified: py_ecc is missing"))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
