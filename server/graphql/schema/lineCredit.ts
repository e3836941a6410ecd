import type { Proposal as ProposalRow } from '../../domain/proposals/proposal.ts';
import { openProposalsAbout } from '../../domain/proposals/proposalList.ts';
import {
  creditStatementLine,
  creditStatementLineVerb,
  proposedLineCredit,
} from '../../domain/statements/lineCredit.ts';
import { possiblePlayers, type LinePlayer as LinePlayerRow } from '../../domain/statements/linePlayers.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { Line } from './bankStatement.ts';
import { openUser } from './member.ts';
import { Proposal } from './proposal.ts';
import { User } from './user.ts';

const KnownBy = enumOf<LinePlayerRow['by']>('LinePlayerMark', 'By what a player may be who paid a line.', {
  reference: 'The text has the reference of a deposit of the player that waits or was denied.',
  payoutAccount: 'The text has an account to which the player withdraws.',
  name: 'The text has the player’s whole name.',
});

const LinePlayer = builder.objectRef<LinePlayerRow>('LinePlayer').implement({
  description: 'A player whose payment a line of a statement may be.',
  fields: (t) => ({
    player: t.field({ type: User, description: 'The player.', resolve: ({ playerId }) => playerId }),
    by: t.expose('by', { type: KnownBy, description: 'By what.' }),
  }),
});

const creditProposalOf = perRequest<ProposalRow | null>((ctx, ids) => openProposalsAbout(ctx, 'line_credit', ids));

builder.objectFields(Line, (t) => ({
  possiblePlayers: t.field({
    type: [LinePlayer],
    complexity: 30,
    description:
      'Up to 5 players whose reference, payout account or name stands in its text; empty for money that went out.',
    resolve: (line, _args, ctx) => possiblePlayers(ctx, line),
  }),
  creditProposal: t.field({
    type: Proposal,
    nullable: true,
    description: 'The open proposal to credit it to a player, which another admin has to confirm; null without one.',
    resolve: ({ id }, _args, ctx) => creditProposalOf(ctx, id),
  }),
}));

const ProposedLineCredit = builder.objectRef<ProposalRow>('ProposedLineCredit').implement({
  description: 'What a proposal to credit a line of a statement says, beside its message.',
  fields: (t) => ({
    line: t.field({ type: Line, description: 'The line.', resolve: ({ subjectId }) => subjectId }),
    player: t.field({
      type: User,
      description: 'To whom.',
      resolve: (proposal) => proposedLineCredit(proposal).playerId,
    }),
    knownBy: t.field({
      type: KnownBy,
      nullable: true,
      complexity: 5,
      description: 'By what the line’s text names the player; null where it doesn’t.',
      resolve: async (proposal, _args, ctx) => {
        const { playerId } = proposedLineCredit(proposal);
        const line = await Line.loadByKey(ctx, proposal.subjectId);
        const named = line === null ? [] : await possiblePlayers(ctx, line);
        return named.find((one) => one.playerId === playerId)?.by ?? null;
      },
    }),
    reason: t.string({ description: 'How it is known.', resolve: (proposal) => proposedLineCredit(proposal).reason }),
  }),
});

builder.objectField(Proposal, 'lineCredit', (t) =>
  t.field({
    type: ProposedLineCredit,
    nullable: true,
    description: 'Line of a statement: whose it is to be; null for other kinds.',
    resolve: (proposal) => (proposal.kind === 'line_credit' ? proposal : null),
  }),
);

mutation(creditStatementLineVerb, {
  description:
    'Proposes to credit a line for which there is no request, or an unclaimed receipt of whatever day, to a player; another admin has ' +
    'to confirm it, whatever the amount. Of a receipt a deposit of the player that waits with its reference is approved. Moves no ' +
    'money before. For admins.',
  input: (t) => ({
    lineId: t.id({ required: true, description: 'Which line.' }),
    userId: t.id({ required: true, description: 'Whose payment it is: a player.' }),
    reason: auditReason(t),
    message: t.string({ description: 'Words to the player, at most 150 characters; null or absent without.' }),
  }),
  run: async (ctx, { lineId, userId, reason, message }) => ({
    proposal: await creditStatementLine(ctx, {
      lineId: openId(ctx, 'StatementLine', lineId, 'lineId'),
      playerId: openUser(ctx, userId),
      reason,
      message: message ?? undefined,
    }),
  }),
  payload: {
    description: 'It is proposed to the other admins.',
    fields: (t) => ({ proposal: t.expose('proposal', { type: Proposal, description: 'What is proposed.' }) }),
  },
});
