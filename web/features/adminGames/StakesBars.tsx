import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { ColorChip } from '../../ui/ColorChip.tsx';
import colors from '../../ui/gameColors.module.css';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { colorsOf, type GameColor } from '../../ui/shapes.ts';
import classes from './StakesBars.module.css';

export interface StakesBar {
  readonly color: GameColor | null;
  readonly number: number | null;
  readonly paise: bigint;
}

interface StakesBarsProps {
  label: string;
  bars: readonly StakesBar[];
  /** What the longest bar stands for. */
  most: bigint;
}

/** Stakes as bars and, for those who want or need it in figures, the table that they stand in. */
export function StakesBars({ label, bars, most }: StakesBarsProps) {
  const { columns } = words.admin.games.stakes;
  return (
    <table className={classes.table} aria-label={label}>
      <thead className={classes.unseen}>
        <tr>
          <th scope="col">{columns.selection}</th>
          <th scope="col">{columns.stakes}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={`${bar.color}${bar.number}`}>
            <th scope="row" className={classes.name}>
              <Name {...bar} />
            </th>
            <td>
              <span className={classes.line}>
                <span className={classes.track} aria-hidden>
                  <span
                    className={`${classes.bar} ${colors[bar.color ?? colorsOf(bar.number ?? 0)[0] ?? 'GREEN']}`}
                    style={{ width: `${percentOf(bar.paise, most)}%` }}
                  />
                </span>
                <span className={classes.amount}>{formatMoneyShort(bar.paise)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ color, number }: StakesBar) {
  if (color) return <ColorChip color={color} />;
  return (
    <>
      <NumberDisc number={number ?? 0} />
      <span className={classes.unseen}>{number}</span>
    </>
  );
}

/** Exact to a tenth of a percent, which is all that a bar can show. */
function percentOf(paise: bigint, most: bigint): number {
  return most === 0n ? 0 : Number((paise * 1000n) / most) / 10;
}
