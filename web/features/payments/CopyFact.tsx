import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './PayeeCard.module.css';

interface CopyFactProps {
  label: string;
  value: string;
  /** The copy button's name: "Copy UPI ID". */
  copy: string;
  copied: string;
}

/** A field of an account with a copy button. */
export function CopyFact({ label, value, copy, copied }: CopyFactProps) {
  return (
    <div className={classes.fact}>
      <div className={classes.text}>
        <p className={classes.label}>{label}</p>
        <p className={classes.value}>{value}</p>
      </div>
      <CopyButton text={value} label={copy} copied={copied} />
    </div>
  );
}
