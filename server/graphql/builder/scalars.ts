import { Kind, type ValueNode } from 'graphql';
import type { Paise } from '../../../db/columns.ts';
import { isDay, isMonth } from '../../domain/ground/values/calendar.ts';
import { formatRupees, paise } from '../../domain/ground/values/money.ts';
import { builder } from './builder.ts';
import { MalformedInput } from './malformedInput.ts';

builder.scalarType('Money', {
  description:
    'An amount in rupees: a decimal string with two decimals, such as "1234.50", never a float. ' +
    'As input at most two decimals; what is taken must be above zero and at most "10000000.00".',
  specifiedByURL: 'https://www.w3.org/TR/xmlschema11-2/#decimal',
  serialize: (paise) => formatRupees(paise),
  ...readBy(paiseOf),
});

builder.scalarType('DateTime', {
  description: 'An instant: ISO 8601 with a time zone, such as "2026-11-20T07:42:00.000Z". Always UTC in answers.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (instant) => instant.toISOString(),
  ...readBy(instantOf),
});

builder.scalarType('Date', {
  description: 'A day in Asia/Kolkata: "2026-11-20".',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  serialize: (day) => day,
  ...readBy(textThat(isDay, 'must be a day, such as "2026-11-20"')),
});

builder.scalarType('YearMonth', {
  description: 'A month in Asia/Kolkata: "2026-11".',
  specifiedByURL: 'https://www.w3.org/TR/xmlschema11-2/#gYearMonth',
  serialize: (month) => month,
  ...readBy(textThat(isMonth, 'must be a month, such as "2026-11"')),
});

/** How a scalar reads variables and literals. No resolver sees what is malformed (malformedInput.ts). */
function readBy<Value>(read: (value: unknown) => Value | MalformedInput) {
  return {
    parseValue: (value: unknown) => read(value) as Value,
    parseLiteral: (node: ValueNode) => read(node.kind === Kind.STRING ? node.value : undefined) as Value,
  };
}

function textThat(isRight: (text: string) => boolean, rule: string) {
  return (value: unknown) => (typeof value === 'string' && isRight(value) ? value : new MalformedInput(rule));
}

/** Checks the format only: the domain checks the amount. */
function paiseOf(value: unknown): Paise | MalformedInput {
  const match = typeof value === 'string' ? /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(value) : null;
  if (match === null) return new MalformedInput('must be a decimal string in rupees, such as "1234.50"');
  const [, sign, rupees = '', decimals = ''] = match;
  if (decimals.length > 2) return new MalformedInput('must have at most two decimals');
  const size = BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'));
  return paise(sign === '-' ? -size : size);
}

const iso8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function instantOf(value: unknown): Date | MalformedInput {
  const instant = new Date(typeof value === 'string' && iso8601.test(value) ? value : Number.NaN);
  return Number.isNaN(instant.getTime())
    ? new MalformedInput('must be ISO 8601 with a time zone, such as "2026-11-20T07:42:00Z"')
    : instant;
}
