import type { proposalKind } from '../../../db/schema/proposals.ts';
import { allows, type Action } from '../ground/actors/permissions.ts';
import type { Actor } from '../ground/verbs/context.ts';

/** What may need a second admin (server/domain/proposals/README.md#four-eyes). */
export type ProposalKind = (typeof proposalKind.enumValues)[number];

/** Of each kind: who may propose and decide it, who may read it, and whether it has an amount. */
const kinds: Readonly<Record<ProposalKind, { decide: Action; read: Action; hasAmount: boolean }>> = {
  payout: { decide: 'transaction:decide', read: 'transaction:readAll', hasAmount: true },
  deposit: { decide: 'transaction:decide', read: 'transaction:readAll', hasAmount: true },
  correction: { decide: 'wallet:correct', read: 'correction:read', hasAmount: true },
  payee: { decide: 'payee:manage', read: 'payee:read', hasAmount: false },
  roles: { decide: 'admin:setRoles', read: 'admin:read', hasAmount: false },
  override: { decide: 'contest:override', read: 'contest:readProposals', hasAmount: false },
  void: { decide: 'contest:void', read: 'contest:readProposals', hasAmount: false },
  // Loosening one of the others. That needs two owners always: it has no threshold.
  policy: { decide: 'secondAdmin:setThresholds', read: 'settings:read', hasAmount: false },
  // A line of a statement for a player without a request: always needs two, and has no threshold.
  line_credit: { decide: 'transaction:decide', read: 'transaction:readAll', hasAmount: true },
  // That the bank sent a payout back, where no line of a statement shows it: the same.
  payout_return: { decide: 'transaction:decide', read: 'transaction:readAll', hasAmount: true },
};

export const proposalKinds = Object.keys(kinds) as ProposalKind[];

/** A kind with a threshold. */
export type ThresholdKind = Exclude<ProposalKind, (typeof alwaysTwo)[number]>;

const alwaysTwo = ['policy', 'line_credit', 'payout_return'] as const satisfies readonly ProposalKind[];

export const thresholdKinds = proposalKinds.filter(isThresholdKind);

/** Whether a kind has a threshold; the others always need a second admin. */
export function isThresholdKind(kind: ProposalKind): kind is ThresholdKind {
  return !alwaysTwo.some((one) => one === kind);
}

/** The permission to do what a proposal of this kind proposes, which its maker and its checker need. */
export function mayDecide(kind: ProposalKind): Action {
  return kinds[kind].decide;
}

/** The kinds whose proposals the actor may read. */
export function readableKinds(actor: Actor): ProposalKind[] {
  return proposalKinds.filter((kind) => allows(actor, kinds[kind].read));
}

/** Whether a threshold of this kind is an amount; else it is on or off. */
export function hasAmount(kind: ProposalKind): boolean {
  return kinds[kind].hasAmount;
}
