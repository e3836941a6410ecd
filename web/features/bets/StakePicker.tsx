import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { bet } from '#messages/bet.ts';
import { amountError } from '../../ui/amountError.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './BetSheet.module.css';
import { StakePresets } from './StakePresets.tsx';
import type { Stake } from './useStake.ts';

/** Presets, multiplier, double and all, and custom amount. */
export function StakePicker({ stake, availablePaise }: { stake: Stake; availablePaise: bigint }) {
  const typed = stake.preset === null;
  return (
    <Stack gap={12}>
      <StakePresets stake={stake} label={bet.presets} />
      <div className={classes.step} role="group" aria-label={bet.count}>
        <IconButton aria-label={bet.fewer} disabled={typed || stake.count === 1} onClick={stake.fewer}>
          <IconMinus size={20} aria-hidden />
        </IconButton>
        <output className={classes.count}>{bet.times(stake.count)}</output>
        <IconButton aria-label={bet.more} disabled={typed} onClick={stake.more}>
          <IconPlus size={20} aria-hidden />
        </IconButton>
        <button type="button" className={classes.quick} onClick={stake.double}>
          {bet.double}
        </button>
        <button
          type="button"
          className={classes.quick}
          disabled={availablePaise === 0n}
          onClick={() => stake.all(availablePaise)}
        >
          {bet.max}
        </button>
      </div>
      <AmountInput label={bet.manual} value={stake.manual} error={amountError(stake.manual)} onChange={stake.type} />
    </Stack>
  );
}
