import { allows } from '../../domain/ground/actors/permissions.ts';
import type { LineAgreement } from '../../domain/statements/lineAgreement.ts';
import {
  agreementsOf,
  linesWithReference,
  requestsFor,
  requestsWithReference,
  type LineRequest as LineRequestRow,
} from '../../domain/statements/lineRequests.ts';
import { builder } from '../builder/builder.ts';
import { perRequest } from '../builder/loader.ts';
import { Line } from './bankStatement.ts';
import { Transaction } from './transaction.ts';

export const Agreement = builder.objectRef<LineAgreement>('LineAgreement').implement({
  description: 'What a line of a statement and a request have in common, and what they have not.',
  fields: (t) => ({
    sameReference: t.exposeBoolean('sameReference', { description: 'The request’s reference stands in the line.' }),
    differingCharacters: t.exposeInt('differingCharacters', {
      nullable: true,
      description:
        'In how many characters the reference differs from the most alike in the line: at most 3, 0 where it is the same; null ' +
        'where nothing alike stands there.',
    }),
    amountDifference: t.expose('amountDifference', {
      type: 'Money',
      description: 'The line’s amount less the request’s, in rupees.',
    }),
    sameName: t.exposeBoolean('sameName', { description: 'The player’s whole name stands in the line’s text.' }),
    minutesApart: t.exposeInt('minutesApart', {
      description: 'Whole minutes between the two; of a line without a time from noon of its day.',
    }),
  }),
});

const LineRequest = builder.objectRef<LineRequestRow>('LineRequest').implement({
  description: 'A request that a line of a statement may pay, or that has its reference.',
  fields: (t) => ({
    transaction: t.field({
      type: Transaction,
      description: 'The request.',
      resolve: ({ transactionId }) => transactionId,
    }),
    agreement: t.expose('agreement', { type: Agreement, description: 'What the two have in common.' }),
    mayMatch: t.exposeBoolean('mayMatch', {
      description: 'Whether the line may be matched with it now; a denied deposit would have to be reopened first.',
    }),
    mayReturn: t.exposeBoolean('mayReturn', {
      description: 'Whether the line may be the return of this payout: a credit of its amount.',
    }),
  }),
});

const alikeOf = perRequest<bigint[]>(requestsWithReference);
const agreementById = perRequest<LineAgreement | null>(agreementsOf);
const linesAlikeOf = perRequest<bigint[]>(linesWithReference);

builder.objectFields(Line, (t) => ({
  requests: t.field({
    type: [LineRequest],
    complexity: 30,
    description:
      'Requests that have its reference, whatever their state and amount, then up to 20 that it could pay by their amount, the nearest ' +
      'in time first, then up to 5 payouts of its amount that it may be the return of.',
    resolve: (line, _args, ctx) => requestsFor(ctx, line),
  }),
  requestsWithReference: t.field({
    type: [Transaction],
    complexity: { field: 1, multiplier: 2 },
    description: 'Up to 10 requests that have its reference, whatever their state and amount, newest first.',
    resolve: ({ id }, _args, ctx) => alikeOf(ctx, id),
  }),
  agreement: t.field({
    type: Agreement,
    nullable: true,
    description: 'What it and the request that it pays or is proposed for have in common; null without one.',
    resolve: ({ id, transactionId }, _args, ctx) => (transactionId === null ? null : agreementById(ctx, id)),
  }),
}));

builder.objectField(Transaction, 'linesWithReference', (t) =>
  t.field({
    type: [Line],
    nullable: true,
    complexity: { field: 1, multiplier: 10 },
    description:
      'For admins of payments: up to 10 lines of bank statements in which its reference stands, whatever their account, state and ' +
      'amount, newest first; null for others.',
    resolve: ({ id }, _args, ctx) => (allows(ctx.actor, 'statement:read') ? linesAlikeOf(ctx, id) : null),
  }),
);
