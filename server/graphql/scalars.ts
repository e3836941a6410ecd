import { GraphQLError, Kind, type ValueNode } from 'graphql';
import type { Paise } from '../../db/columns.ts';
import { formatRupees, paise } from '../domain/money.ts';
import { builder } from './builder.ts';

builder.scalarType('Money', {
  description:
    'An amount in rupees: a decimal string with two decimals, such as "1234.50", never a float. ' +
    'As input at most two decimals; what is taken must be above zero and at most "10000000.00".',
  serialize: (paise) => formatRupees(paise),
  parseValue: (value) => paiseOf(value),
  parseLiteral: (node) => paiseOf(literal(node)),
});

builder.scalarType('DateTime', {
  description: 'An instant: ISO 8601 with a time zone, such as "2026-11-20T07:42:00.000Z". Always UTC in answers.',
  serialize: (instant) => instant.toISOString(),
  parseValue: (value) => instantOf(value),
  parseLiteral: (node) => instantOf(literal(node)),
});

/** Checks the format only: the domain checks the amount and names the field. */
function paiseOf(value: unknown): Paise {
  const match = typeof value === 'string' ? /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(value) : null;
  if (match === null) throw malformed('Money is a decimal string in rupees, such as "1234.50"');
  const [, sign, rupees = '', decimals = ''] = match;
  if (decimals.length > 2) throw malformed('Money has at most two decimals');
  const size = BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'));
  return paise(sign === '-' ? -size : size);
}

const iso8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function instantOf(value: unknown): Date {
  const instant = new Date(typeof value === 'string' && iso8601.test(value) ? value : Number.NaN);
  if (Number.isNaN(instant.getTime())) {
    throw malformed('DateTime is ISO 8601 with a time zone, such as "2026-11-20T07:42:00Z"');
  }
  return instant;
}

function literal(node: ValueNode): unknown {
  return node.kind === Kind.STRING ? node.value : undefined;
}

// A GraphQLError, because any other error thrown here would count as a bug and be masked.
function malformed(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } });
}
