import type { Finding, ScoredFinding, SharedDevice, SignalKind } from './finding.ts';

const HOUR_MS = 3_600_000;

/** From this score on a signal is counted beside the navigation, and marked on requests. */
export const LIKELY = 60;
/** Below this a finding is no signal. */
const LEAST_SCORE = 25;

/** By the number of players: 2, 3, 4, 5, 6 and more. Families share accounts and phones too, rings are larger. */
const base: Readonly<Record<'account' | 'device' | 'reference', readonly number[]>> = {
  account: [40, 65, 75, 80, 85],
  device: [20, 28, 36, 48, 58],
  reference: [30, 50, 62, 68, 72],
};
/** Few players at one address: a household or an office. */
const ADDRESS = 15;
/** Households and offices are smaller; at more, an address says nothing. */
const MAX_AT_ADDRESS = 15;
/** A shared device counts where so many times more players have it than by chance. */
const ABOVE_CHANCE = 3;
const OPPOSITE = 80;
const UNPLAYED = 35;
const PER_REPEATED_DEPOSIT = 8;
const MAX_UNPLAYED = 55;
/** What an excluded player is known by turns up with another: the law asks who keeps them from playing. */
const EXCLUDED_ACCOUNT = 85;
const EXCLUDED_DEVICE = 70;
const NEW_DEVICE = 40;
const NEW_DEVICE_AND_ACCOUNT = 55;
/** References that people type in place of one: `123456…`, `000000`. */
const MADE_UP_REFERENCE = -30;

/** A second sign of the same players. */
const SUPPORT = { oppositeBets: 30, unplayed: 25, account: 20, device: 20, reference: 15, registration: 15 } as const;
/** For two players alone, who may be a couple, another thing that they share adds less. */
const SUPPORT_OF_TWO = 8;
const REGISTERED_TOGETHER_HOURS = 48;

export interface Findings {
  accounts: readonly Finding[];
  references: readonly Finding[];
  devices: readonly SharedDevice[];
  addresses: readonly Finding[];
  opposite: readonly Finding[];
  unplayed: readonly Finding[];
  newDevices: readonly Finding[];
  excluded: readonly Finding[];
  /** When each player registered, in milliseconds. */
  registeredAt: ReadonlyMap<bigint, number>;
}

/**
 * The findings with their scores, 1 to 100; those that say too little are left out. A group scores by its kind and size,
 * rare things higher than common ones, and gains by what else at least a third of its players have in common.
 */
export function scoreFindings(found: Findings): ScoredFinding[] {
  const devices = found.devices.filter(({ players, expected }) => players.length > ABOVE_CHANCE * expected);
  const addresses = found.addresses.filter(({ players }) => players.length <= MAX_AT_ADDRESS);
  const signs = signsOf({ ...found, devices, addresses });
  const groups = [...found.accounts, ...found.references, ...devices, ...addresses];
  return [
    ...groups.map((finding) => withSupport(finding, baseOf(finding), signs)),
    ...found.opposite.map((finding) => scored(finding, OPPOSITE)),
    ...found.unplayed.map((finding) => scored(finding, unplayedScore(finding))),
    ...found.excluded.map((finding) =>
      scored(finding, finding.kind === 'excludedAccount' ? EXCLUDED_ACCOUNT : EXCLUDED_DEVICE),
    ),
    ...found.newDevices.map((finding) =>
      scored(finding, finding.evidence.newAccount === true ? NEW_DEVICE_AND_ACCOUNT : NEW_DEVICE),
    ),
  ].filter(({ score }) => score >= LEAST_SCORE);
}

function scored(finding: Finding, score: number): ScoredFinding {
  return { ...finding, score: Math.max(1, Math.min(100, Math.round(score))) };
}

function unplayedScore({ evidence: { deposits = 1 } }: Finding): number {
  return Math.min(MAX_UNPLAYED, UNPLAYED + (deposits - 1) * PER_REPEATED_DEPOSIT);
}

function baseOf({ kind, players, evidence }: Finding): number {
  if (kind === 'sharedAddress') return ADDRESS;
  const steps = base[kind === 'sharedDevice' ? 'device' : kind === 'repeatedReference' ? 'reference' : 'account'];
  const score = steps[Math.min(players.length, steps.length + 1) - 2] ?? 0;
  return kind === 'repeatedReference' && isMadeUp(evidence.reference ?? '') ? score + MADE_UP_REFERENCE : score;
}

/** Few different characters, or digits in their order. */
function isMadeUp(reference: string): boolean {
  return new Set(reference).size <= 3 || '01234567890123456789'.includes(reference);
}

/** What else players have been found for, by which a group's score rises. */
interface Signs {
  registeredAt: ReadonlyMap<bigint, number>;
  kinds: readonly { kind: SignalKind; gain: keyof typeof SUPPORT; groups: readonly ReadonlySet<bigint>[] }[];
  /** Groups by player, so that a group is compared with few others. */
  groupsOf: ReadonlyMap<bigint, readonly number[]>[];
}

function signsOf(found: Findings): Signs {
  const setsOf = (findings: readonly Finding[]) => findings.map(({ players }) => new Set(players));
  const unplayed = new Set(found.unplayed.flatMap(({ players }) => players));
  const kinds: Signs['kinds'] = [
    { kind: 'oppositeBets', gain: 'oppositeBets', groups: setsOf(found.opposite) },
    { kind: 'unplayed', gain: 'unplayed', groups: [unplayed] },
    { kind: 'sharedUpi', gain: 'account', groups: setsOf(found.accounts) },
    { kind: 'sharedDevice', gain: 'device', groups: setsOf(found.devices) },
    { kind: 'sharedAddress', gain: 'device', groups: setsOf(found.addresses) },
    { kind: 'repeatedReference', gain: 'reference', groups: setsOf(found.references) },
  ];
  return { registeredAt: found.registeredAt, kinds, groupsOf: kinds.map(({ groups }) => indexOf(groups)) };
}

function indexOf(groups: readonly ReadonlySet<bigint>[]): ReadonlyMap<bigint, readonly number[]> {
  const index = new Map<bigint, number[]>();
  groups.forEach((group, at) => {
    for (const player of group) index.set(player, [...(index.get(player) ?? []), at]);
  });
  return index;
}

/** Which sign a kind of group can't be supported by: it would be supported by itself. */
const ownGain: Readonly<Partial<Record<SignalKind, keyof typeof SUPPORT>>> = {
  sharedUpi: 'account',
  sharedAccount: 'account',
  sharedDevice: 'device',
  sharedAddress: 'device',
  repeatedReference: 'reference',
};

function withSupport(finding: Finding, score: number, signs: Signs): ScoredFinding {
  const { players, kind } = finding;
  const gains = new Map<keyof typeof SUPPORT, SignalKind>();
  signs.kinds.forEach(({ kind: by, gain }, at) => {
    if (gain !== ownGain[kind] && !gains.has(gain) && isSupported(players, signs, at)) gains.set(gain, by);
  });
  const hours = registeredWithin(players, signs.registeredAt);
  const together = players.length > 2 && hours !== null && hours <= REGISTERED_TOGETHER_HOURS;
  const gained = [...gains.keys(), ...(together ? (['registration'] as const) : [])].map((gain) =>
    players.length === 2 && gain !== 'oppositeBets' && gain !== 'unplayed' ? SUPPORT_OF_TWO : SUPPORT[gain],
  );
  const evidence = {
    ...finding.evidence,
    ...(gains.size > 0 && { supportedBy: [...gains.values()] }),
    ...(together && { registeredWithinHours: Math.ceil(hours) }),
  };
  return scored(
    { ...finding, evidence },
    gained.reduce((sum, gain) => sum + gain, score),
  );
}

/** Whether at least two players, and a third of the group, are in one group of that sign. */
function isSupported(players: readonly bigint[], { kinds, groupsOf }: Signs, at: number): boolean {
  const candidates = new Set(players.flatMap((player) => groupsOf[at]?.get(player) ?? []));
  return [...candidates].some((candidate) => {
    const group = kinds[at]?.groups[candidate];
    const shared = players.filter((player) => group?.has(player)).length;
    return shared >= 2 && shared * 3 >= players.length;
  });
}

/** Hours between the first and the last registration; null when one is unknown. */
function registeredWithin(players: readonly bigint[], registeredAt: ReadonlyMap<bigint, number>): number | null {
  const instants = players.map((player) => registeredAt.get(player));
  if (instants.some((at) => at === undefined)) return null;
  const known = instants as number[];
  return (Math.max(...known) - Math.min(...known)) / HOUR_MS;
}
