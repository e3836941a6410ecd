import {
  REQUESTS_BESIDE,
  ticketRequests,
  type TicketRequest as RequestRow,
} from '../../domain/tickets/ticketRequests.ts';
import type { LineOfRequest } from '../../domain/statements/lineRequests.ts';
import { builder } from '../builder/builder.ts';
import { Line, State as LineState } from './bankStatement.ts';
import { Agreement } from './lineRequest.ts';
import { TicketHandling } from './ticketHandling.ts';
import { Transaction } from './transaction.ts';

const TicketLine = builder.objectRef<LineOfRequest>('TicketLine').implement({
  description: 'A line of a bank statement that fits a request, as far as whoever reads the ticket may see it.',
  fields: (t) => ({
    day: t.field({
      type: 'Date',
      description: 'The day on which the bank booked it.',
      resolve: ({ line }) => line.day,
    }),
    at: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The instant, where the bank gives a time.',
      resolve: ({ line }) => line.at,
    }),
    amount: t.field({ type: 'Money', description: 'Above zero, in rupees.', resolve: ({ line }) => line.amount }),
    state: t.field({ type: LineState, description: 'What became of it.', resolve: ({ line }) => line.state }),
    paysThis: t.boolean({
      description: 'Whether it is matched with this request.',
      resolve: ({ line, transactionId }) => line.state === 'matched' && line.transactionId === transactionId,
    }),
    agreement: t.expose('agreement', { type: Agreement, description: 'What it and the request have in common.' }),
    line: t.field({
      type: Line,
      nullable: true,
      description: 'The line with the bank’s words, for admins who may read statements; null for others.',
      resolve: ({ line }) => line.id,
    }),
  }),
});

const TicketRequest = builder.objectRef<RequestRow>('TicketRequest').implement({
  description: 'A deposit or withdrawal of a ticket’s player, and what fits it in the bank’s statements.',
  fields: (t) => ({
    transaction: t.field({ type: Transaction, description: 'The request.', resolve: ({ transaction }) => transaction }),
    lines: t.field({
      type: [TicketLine],
      description:
        'The line that it is matched with or proposed for, up to 5 with its reference, and, of a deposit that isn’t approved, up to 5 open ' +
        'ones of its amount and account from 3 days around it; the newest first.',
      resolve: ({ lines }) => lines,
    }),
  }),
});

builder.objectField(TicketHandling, 'requests', (t) =>
  t.field({
    type: [TicketRequest],
    complexity: { field: 50, multiplier: REQUESTS_BESIDE },
    description: `The player’s newest ${REQUESTS_BESIDE} deposits and withdrawals, newest first. That an admin reads them is in the audit log.`,
    resolve: (ticket, _args, ctx) => ticketRequests(ctx, ticket),
  }),
);
