import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { stats } from '#messages/admin/stats.ts';
import { CustomRangeModal } from './CustomRangeModal.tsx';
import classes from './RangeChoice.module.css';
import { fixedKinds } from './statsRange.ts';
import type { ChosenRange } from './useRange.ts';

const { ranges } = stats;

/** Selects the range of all figures of the dashboard. */
export function RangeChoice({ chosen }: { chosen: ChosenRange }) {
  const [choosing, setChoosing] = useState(false);
  const { kind, range, choose, chooseCustom } = chosen;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields; these are buttons */}
      <div role="group" aria-label={ranges.label} className={classes.group}>
        {fixedKinds.map((one) => (
          <UnstyledButton key={one} className={classes.option} aria-pressed={kind === one} onClick={() => choose(one)}>
            {ranges[one]}
          </UnstyledButton>
        ))}
        <UnstyledButton className={classes.option} aria-pressed={kind === 'custom'} onClick={() => setChoosing(true)}>
          {ranges.custom}
        </UnstyledButton>
      </div>
      <CustomRangeModal
        opened={choosing}
        range={range}
        onApply={(custom) => {
          setChoosing(false);
          chooseCustom(custom);
        }}
        onCancel={() => setChoosing(false)}
      />
    </>
  );
}
