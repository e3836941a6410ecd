import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { GameType } from '../../gql/graphql.ts';
import { formatMoney, formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { stats } from '#messages/admin/stats.ts';
import { gameLines } from './gameLines.ts';
import classes from './SeriesChart.module.css';
import { isByHour, titleOf, type Moment } from './series.ts';

interface SeriesChartProps {
  label: string;
  moments: readonly Moment[];
}

const gameTypes: readonly GameType[] = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'];
const quiet = { stroke: 'var(--line)', tick: { fill: 'var(--ink-2)', fontSize: 12 } };

/**
 * A line chart per game. Floating-point rupees are used for pixels only; every displayed amount comes from the paise.
 */
export function SeriesChart({ label, moments }: SeriesChartProps) {
  const byHour = isByHour(moments);
  return (
    <div
      className={classes.chart}
      role="img"
      aria-label={stats.overTime.chart(label)}
      // Its axes have amounts and times alone, in elements of the library.
      translate="no"
    >
      <ResponsiveContainer width="100%" height={240}>
        <LineChart
          data={moments.map((moment) => ({ ...moment, ...titleOf(moment, byHour) }))}
          accessibilityLayer={false}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...quiet} dataKey="at" minTickGap={28} tickFormatter={(at: string) => shortInstant(at, byHour)} />
          <YAxis {...quiet} width={68} tickFormatter={(rupees: number) => shortRupees(rupees)} />
          <ReferenceLine y={0} stroke="var(--control-line)" />
          <Tooltip cursor={{ stroke: 'var(--control-line)' }} content={Figures} />
          {gameTypes.map((gameType) => (
            <Line
              key={gameType}
              type="linear"
              dataKey={({ paise }: Moment) => Number(paise[gameType]) / 100}
              name={gameLines[gameType].name}
              stroke={gameLines[gameType].stroke}
              strokeDasharray={gameLines[gameType].dashes}
              strokeWidth={2.5}
              dot={moments.length === 1}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

type Titled = Moment & ReturnType<typeof titleOf>;

/** The tooltip: values of one hour or day. */
function Figures({ payload = [] }: { payload?: readonly { readonly payload?: Titled }[] }) {
  const moment = payload[0]?.payload;
  if (!moment) return null;
  return (
    <div className={classes.figures}>
      <p className={classes.at}>
        {moment.day} {moment.time}
      </p>
      {gameTypes.map((gameType) => (
        <p key={gameType} className={classes.figure}>
          <span style={{ color: gameLines[gameType].stroke }}>{gameLines[gameType].name}</span>
          <span>{formatMoney(moment.paise[gameType])}</span>
        </p>
      ))}
    </div>
  );
}

/** "20-11 1 pm" or "20-11": short form for the axis. */
function shortInstant(at: string, byHour: boolean): string {
  const text = formatInstant(at);
  return byHour ? `${text.slice(0, 5)} ${Number(text.slice(9, 11))} ${text.slice(15)}` : text.slice(0, 5);
}

const lakh = 100_000;
const thousand = 1_000;

/** "₹1.5L", "₹12k": short form for the axis. */
function shortRupees(rupees: number): string {
  const size = Math.abs(rupees);
  const sign = rupees < 0 ? '−' : '';
  if (size >= lakh) return `${sign}₹${rounded(size / lakh)}L`;
  if (size >= thousand) return `${sign}₹${rounded(size / thousand)}k`;
  return formatMoneyShort(BigInt(Math.round(rupees * 100)));
}

function rounded(size: number): string {
  return String(Number(size.toFixed(2)));
}
