import { NativeSelect, TextInput } from '@mantine/core';
import { stats } from '#messages/admin/stats.ts';
import { Options } from '../admin/Options.tsx';
import classes from './HalfHourField.module.css';

/** "00:00" to "23:30". */
const halfHours = Array.from(
  { length: 48 },
  (_, step) => `${String(Math.floor(step / 2)).padStart(2, '0')}:${step % 2 === 0 ? '00' : '30'}`,
);

interface HalfHourFieldProps {
  label: string;
  /** "2026-11-20T12:30"; the day may be missing while the user types. */
  value: string;
  onChange: (value: string) => void;
}

/** A day, and a time in steps of half an hour. */
export function HalfHourField({ label, value, onChange }: HalfHourFieldProps) {
  const [day = '', time = '00:00'] = value.split('T');
  const { custom } = stats;
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.parts}>
        <TextInput
          type="date"
          aria-label={custom.day(label)}
          value={day}
          onChange={(event) => onChange(`${event.currentTarget.value}T${time}`)}
        />
        <NativeSelect
          aria-label={custom.time(label)}
          value={time}
          onChange={(event) => onChange(`${day}T${event.currentTarget.value}`)}
        >
          <Options of={halfHours.map((halfHour) => ({ value: halfHour, label: twelveHours(halfHour) }))} />
        </NativeSelect>
      </div>
    </fieldset>
  );
}

/** "13:30" in 12-hour format: "01:30 pm". */
function twelveHours(time: string): string {
  const hour = Number(time.slice(0, 2));
  const twelve = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${twelve}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`;
}
