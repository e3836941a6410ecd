import classes from './Payouts.module.css';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox for a row, or for all of them. */
export function SelectBox({ label, checked, onChange }: SelectBoxProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
