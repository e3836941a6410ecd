import { formatMoneyShort } from '../../lib/money.ts';
import { bet } from '#messages/bet.ts';
import classes from './BetSheet.module.css';
import { presets, type Stake } from './useStake.ts';

interface StakePresetsProps {
  stake: Stake;
  label: string;
  /** Outside of the sheet: each button's name says that it is a stake. */
  named?: boolean;
}

/** The preset stakes to choose from. */
export function StakePresets({ stake, label, named = false }: StakePresetsProps) {
  return (
    <div className={classes.presets} role="group" aria-label={label}>
      {presets.map((preset) => {
        const amount = formatMoneyShort(BigInt(preset) * 100n);
        return (
          <button
            type="button"
            key={preset}
            className={classes.preset}
            aria-label={named ? bet.stakeOf(amount) : undefined}
            aria-pressed={stake.preset === preset}
            onClick={() => stake.choosePreset(preset)}
          >
            {amount}
          </button>
        );
      })}
    </div>
  );
}
