import { statement } from '#messages/statement.ts';
import { TextField } from '../../ui/TextField.tsx';
import { faultOf, type Days } from './days.ts';
import classes from './DaysFields.module.css';

/** Two fields for the first and the last day, with what is wrong with them. */
export function DaysFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const fault = faultOf(days);
  return (
    <div className={classes.days}>
      <TextField
        type="date"
        label={statement.from}
        value={days.from}
        onChange={(from) => onChange({ ...days, from })}
      />
      <TextField
        type="date"
        label={statement.to}
        value={days.to}
        error={fault && statement.faults[fault]}
        onChange={(to) => onChange({ ...days, to })}
      />
    </div>
  );
}
