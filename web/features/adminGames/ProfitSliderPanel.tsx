import { Button, Slider } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { ReasonField } from '../admin/ReasonField.tsx';
import classes from './ProfitSliderPanel.module.css';
import { profitName } from './profitLevels.ts';

interface ProfitSliderPanelProps {
  /** The current level. */
  level: number;
  /** While the draw decides, the level has no effect. */
  randomize: boolean;
  busy: boolean;
  onSet: (level: number, reason: string) => void;
}

const marks = Array.from({ length: 10 }, (_, value) => ({ value, label: String(value) }));

/** How much the profit rule favours the house in rounds that open from now on. Use the current level as its key. */
export function ProfitSliderPanel({ level, randomize, busy, onSet }: ProfitSliderPanelProps) {
  const [chosen, setChosen] = useState(level);
  const [reason, setReason] = useState('');
  const { slider } = words.admin.games;
  const changed = chosen !== level;
  return (
    <Card title={slider.title} className={randomize ? classes.dimmed : undefined}>
      <SubmitForm onSubmit={() => onSet(chosen, reason)}>
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
            disabled={randomize}
            label={null}
            size={10}
            thumbSize={28}
            thumbLabel={slider.title}
            thumbValueText={slider.spoken(chosen, profitName(chosen))}
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
          {changed && !randomize && (
            <>
              <ReasonField value={reason} onChange={setReason} />
              <div className={classes.actions}>
                <Button variant="light" onClick={() => setChosen(level)}>
                  {words.common.cancel}
                </Button>
                <Button type="submit" loading={busy}>
                  {slider.set(chosen)}
                </Button>
              </div>
            </>
          )}
        </Stack>
      </SubmitForm>
    </Card>
  );
}
