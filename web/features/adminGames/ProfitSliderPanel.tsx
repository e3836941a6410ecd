import { Button, Slider } from '@mantine/core';
import { useState } from 'react';
import { games } from '#messages/admin/games.ts';
import { common } from '#messages/common.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
import classes from './ProfitSliderPanel.module.css';
import { profitName } from './profitLevels.ts';

interface ProfitSliderPanelProps {
  /** The current level. */
  level: number;
  /** While the draw decides, the level has no effect. */
  randomize: boolean;
  /** Whether the admin may not change it. */
  readOnly: boolean;
  busy: boolean;
  /** Resolves once the change is done or refused. */
  onSet: (level: number, reason: string) => Promise<void>;
}

const marks = Array.from({ length: 10 }, (_, value) => ({ value, label: String(value) }));

/**
 * How much the profit rule favours the house in rounds that open from now on; each change must be confirmed. Use the
 * current level as its key.
 */
export function ProfitSliderPanel({ level, randomize, readOnly, busy, onSet }: ProfitSliderPanelProps) {
  const [chosen, setChosen] = useState(level);
  const [confirming, setConfirming] = useState(false);
  const { slider } = games;
  const spoken = (value: number) => slider.spoken(value, profitName(value));
  return (
    <Card title={slider.title} className={randomize ? classes.dimmed : undefined}>
      <Stack>
        <p className={classes.level}>
          <span className={classes.value}>{chosen}</span> {profitName(chosen)}
        </p>
        <Slider
          min={0}
          max={9}
          step={1}
          marks={marks}
          value={chosen}
          disabled={randomize || readOnly}
          label={null}
          size={10}
          thumbSize={28}
          thumbLabel={slider.title}
          thumbValueText={spoken(chosen)}
          // Its marks are numbers.
          translate="no"
          className={classes.slider ?? ''}
          classNames={{ markLabel: classes.mark ?? '' }}
          onChange={setChosen}
        />
        <ul className={classes.scale} aria-label={slider.scale}>
          {slider.ranges.map((range) => (
            <li key={range}>{range}</li>
          ))}
        </ul>
        <p className={classes.hint}>{randomize ? slider.off : slider.hint}</p>
        {chosen !== level && !randomize && (
          <div className={classes.actions}>
            <Button variant="light" onClick={() => setChosen(level)}>
              {common.cancel}
            </Button>
            <Button onClick={() => setConfirming(true)}>{slider.set(chosen)}</Button>
          </div>
        )}
      </Stack>
      <ReasonDialog
        opened={confirming}
        title={slider.confirmTitle}
        question={slider.question(spoken(level), spoken(chosen))}
        confirmLabel={slider.set(chosen)}
        busy={busy}
        onConfirm={(reason) => void onSet(chosen, reason).then(() => setConfirming(false))}
        onCancel={() => setConfirming(false)}
      >
        <p>{slider.consequence}</p>
      </ReasonDialog>
    </Card>
  );
}
