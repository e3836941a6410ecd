import { readSpans, type MoneySpan, type ReadSpans, type SpanMoney } from '../../domain/stats/spanMoney.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { perRequest } from './loader.ts';

const order: readonly MoneySpan['read'][] = ['games', 'money', 'since'];

/** Figures of money of several ranges, and of one range by several fields, are read by one statement. */
const bySpan = perRequest<SpanMoney, string>(async (ctx, keys) => {
  const wanted = new Map<string, MoneySpan>();
  for (const span of keys.map(spanOf)) {
    const known = wanted.get(placeOf(span));
    if (known === undefined || order.indexOf(span.read) > order.indexOf(known.read)) wanted.set(placeOf(span), span);
  }
  const read = await readSpans(ctx, [...wanted.values()]);
  const places = [...wanted.keys()];
  return keys.map((key) => {
    const money = read[places.indexOf(placeOf(spanOf(key)))];
    if (!money) throw new Error('a span was not read');
    return money;
  });
});

/** Reads spans together with those that the operation's other fields ask for. */
export function spansOfRequest(ctx: GraphQLContext): ReadSpans {
  const read = (spans: readonly MoneySpan[]) => Promise.all(spans.map((span) => bySpan(ctx, keyOf(span))));
  return ((...spans) => read(spans)) as ReadSpans;
}

const placeOf = ({ from, to }: MoneySpan) => `${from} ${to}`;
const keyOf = (span: MoneySpan) => `${placeOf(span)} ${span.read}`;

function spanOf(key: string): MoneySpan {
  const [from, to, read] = key.split(' ');
  return { from: Number(from), to: Number(to), read: read as MoneySpan['read'] };
}
