#!/usr/bin/env python3
"""Recomputes the rounds of a game from the public files of a month, with nothing of the operator's running.

    curl --compressed -O https://HOST/transparency/rounds/sapreOne-2026-11.jsonl
    curl --compressed -o bets.jsonl https://HOST/transparency/bets/sapreOne-2026-11.jsonl
    python3 verify.py sapreOne-2026-11.jsonl bets.jsonl

Needs Python 3.8 and, to verify the beacon's signatures, the package py_ecc (pip install py_ecc). Without it everything else
is checked, and the last line tells so. It does not open the timelocks: verify.html does. Ends with 1 where it finds a fault.
"""
import argparse, hashlib, hmac, itertools, json, sys
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
    """The ten numbers in the order in which the round's stream first shows them; None where root or beacon are missing."""
    message = lp(round["drawVersion"]) + lp(round["gameId"].split("-")[0]) + lp(round["gameId"])
    if round["drawVersion"] != "colour-pf/1":
        if not round["betsRoot"] or not round["beaconRandomness"]:
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
    ranked = sorted(order, key=lambda number: -payouts[number])
    if round["ruleVersion"] != 1:
        ranked = [number for number in ranked if payouts[number] <= staked] or ranked
    return ranked[round["profitabilityLevel"] * len(ranked) // 10]


def signed(round, key):
    """None without py_ecc."""
    signature = bytes.fromhex(round["beaconSignature"] or "")
    ends = datetime.fromisoformat(round["endsAt"].replace("Z", "+00:00")).timestamp()
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
    void, seed = round["state"] == "VOID", bytes.fromhex(round["seed"])
    if sha256(seed).hex() != round["commitment"]:
        yield "seed"
    begins = round["chainIndex"] == 1 and round["commitment"].startswith(round["chainId"].split("-")[1])
    if last and not (round["number"] == last["number"] + 1 and (begins if round["chainId"] != last["chainId"] else (
        round["chainIndex"] == last["chainIndex"] + 1 and round["commitment"] == last["seed"]))):  # fmt: skip
        yield "follows"
    if round["drawVersion"] != "colour-pf/1":
        if (not void or round["beaconSignature"]) and signed(round, key) is False:
            yield "beacon"
        if (not void or round["betsRoot"]) and bets is not None:
            ascending = all(one["bet"] < next["bet"] for one, next in zip(bets, bets[1:]))
            if not ascending or tree_hash(map(leaf, bets)).hex() != round["betsRoot"]:
                yield "root"
    payouts, staked = [paise(amount) for amount in round["payoutsByNumber"] or []], 0
    if payouts and bets is not None:
        stakes = [sum(bet["paise"] for bet in bets if bet["selection"] == at) for at in range(13)]
        due = [sum(bet["paise"] * returns(bet["selection"], number) // 10000 for bet in bets) for number in range(10)]
        if len(bets) != round["bets"] or stakes != [paise(a) for a in round["stakesBySelection"]] or due != payouts:
            yield "stakes"
        payouts, staked = due, sum(stakes)
    elif payouts:
        staked = sum(paise(amount) for amount in round["stakesBySelection"])
    order = draw(round)
    number = order[0] if order else None
    if round["decidedBy"] == "PROFIT_RULE":
        number = profit_rule(round, order, staked, payouts) if order and payouts else None
    if round["winningNumber"] != (None if void else round["winningNumber"] if round["decidedBy"] == "OPERATOR" else number):
        yield "number"
    if round["payouts"] is not None and (paise(round["stakes"]), paise(round["payouts"])) != (
        staked, payouts[round["winningNumber"]]):  # fmt: skip
        yield "payouts"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rounds")
    options.add_argument("bets", nargs="?")
    options.add_argument("--beacon-key", default=QUICKNET, help="of another beacon than drand's quicknet")
    options = options.parse_args()
    bets = map(json.loads, open(options.bets)) if options.bets else ()
    groups = itertools.groupby(bets, key=lambda bet: bet["gameId"])
    group, last, count, found = next(groups, None), None, 0, 0
    for round in map(json.loads, open(options.rounds)):
        mine = [] if options.bets or round["bets"] == 0 else None
        if group and group[0] == round["gameId"]:
            mine, group = list(group[1]), next(groups, None)
        for fault in faults(round, mine, last, options.beacon_key):
            found += 1
            print(f"{round['gameId']}: {fault}")
        if round["state"] == "VOID" and (order := draw(round)):
            print(f"{round['gameId']} is void ({round['voidReason']}): the draw would have given {order[0]}")
        last, count = round, count + 1
    if group:
        found += 1
        print(f"{group[0]}: follows (it has bets, and the file of rounds lacks it)")
    print(f"{count} rounds, {found} faults" + ("" if pairing else "; signatures of the beacon NOT verified: py_ecc is missing"))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
