import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '../../lib/time.ts';
import { words } from '../../messages/words.ts';
import { CustomRangeModal } from './CustomRangeModal.tsx';
import classes from './RangeChoice.module.css';
import type { ChosenRange } from './useRange.ts';

const { ranges } = words.admin.stats;
const fixed = ['today', 'week', 'month', 'year'] as const;

/** Selects the range of a card. `label` names the card for screen readers. */
export function RangeChoice({ label, chosen }: { label: string; chosen: ChosenRange }) {
  const [choosing, setChoosing] = useState(false);
  const { kind, range, choose, chooseCustom } = chosen;
  return (
    <div className={classes.choice}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields; these are buttons */}
      <div role="group" aria-label={ranges.label(label)} className={classes.group}>
        {fixed.map((one) => (
          <UnstyledButton key={one} className={classes.option} aria-pressed={kind === one} onClick={() => choose(one)}>
            {ranges[one]}
          </UnstyledButton>
        ))}
        <UnstyledButton className={classes.option} aria-pressed={kind === 'custom'} onClick={() => setChoosing(true)}>
          {ranges.custom}
        </UnstyledButton>
      </div>
      <p className={classes.span}>{ranges.span(formatInstant(range.from), formatInstant(range.to))}</p>
      <CustomRangeModal
        opened={choosing}
        range={range}
        onApply={(custom) => {
          setChoosing(false);
          chooseCustom(custom);
        }}
        onCancel={() => setChoosing(false)}
      />
    </div>
  );
}
