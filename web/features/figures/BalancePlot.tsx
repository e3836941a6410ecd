import { formatMoney, formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { figures } from '#messages/figures.ts';
import { Plot } from './Plot.tsx';
import classes from './Plot.module.css';
import { boundsOf, linePoints } from './scale.ts';

export interface DayBalance {
  /** `2026-11-20` */
  readonly day: string;
  readonly balance: string;
}

const [width, height] = [320, 150];
const box = { left: 4, right: width - 8, top: 26, bottom: 116 };

/** The balance at the end of each day as a line, from the lowest to the highest. */
export function BalancePlot({ days }: { days: readonly DayBalance[] }) {
  const values = days.map(({ balance }) => paiseOf(balance));
  const [lowest, highest] = boundsOf(values);
  const points = linePoints(values, box);
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [first, last] = [days[0], days.at(-1)];
  const end = points.at(-1);
  if (!first || !last || !end) return null;
  const text = figures.balance;
  return (
    <Plot
      title={text.title}
      summary={text.summary(
        { day: formatDay(first.day), balance: formatMoneyShort(first.balance) },
        { day: formatDay(last.day), balance: formatMoneyShort(last.balance) },
        { lowest: formatMoneyShort(lowest), highest: formatMoneyShort(highest) },
      )}
      width={width}
      height={height}
      table={{
        columns: [text.day, text.balance],
        amounts: 1,
        rows: days.map(({ day, balance }) => [formatDay(day), formatMoney(balance)] as const).toReversed(),
      }}
    >
      <line x1={0} x2={width} y1={box.bottom} y2={box.bottom} className={classes.axis} />
      <line x1={0} x2={width} y1={box.top} y2={box.top} className={classes.axis} />
      <polygon points={`${box.left},${box.bottom} ${line} ${box.right},${box.bottom}`} className={classes.area} />
      <polyline points={line} className={classes.line} />
      <circle cx={end.x} cy={end.y} r={4} className={classes.last} />
      {highest !== lowest && (
        <text x={0} y={box.top - 6}>
          {formatMoneyShort(highest)}
        </text>
      )}
      <text x={0} y={box.bottom + 14}>
        {formatMoneyShort(lowest)}
      </text>
      <text x={0} y={height - 4}>
        {formatDay(first.day)}
      </text>
      <text x={width} y={height - 4} textAnchor="end">
        {formatDay(last.day)}
      </text>
    </Plot>
  );
}
