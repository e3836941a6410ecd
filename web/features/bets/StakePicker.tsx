import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './BetSheet.module.css';
import { presets, type Stake } from './useStake.ts';

/** Presets, multiplier and custom amount. */
export function StakePicker({ stake }: { stake: Stake }) {
  const typed = stake.preset === null;
  return (
    <Stack gap={12}>
      <div className={classes.presets} role="group" aria-label={words.bet.presets}>
        {presets.map((preset) => (
          <UnstyledButton
            key={preset}
            className={classes.preset}
            aria-pressed={stake.preset === preset}
            onClick={() => stake.choosePreset(preset)}
          >
            {formatMoneyShort(BigInt(preset) * 100n)}
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.step} role="group" aria-label={words.bet.count}>
        <ActionIcon aria-label={words.bet.fewer} disabled={typed || stake.count === 1} onClick={stake.fewer}>
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        <output className={classes.count}>{words.bet.times(stake.count)}</output>
        <ActionIcon aria-label={words.bet.more} disabled={typed} onClick={stake.more}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      </div>
      <AmountInput label={words.bet.manual} value={stake.manual} onChange={stake.type} />
    </Stack>
  );
}
