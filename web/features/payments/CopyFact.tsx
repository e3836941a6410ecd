import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './PayeeCard.module.css';

interface CopyFactProps {
  label: string;
  value: string;
  /** The deed: "Copy UPI ID". */
  copy: string;
  copied: string;
}

/** A fact of an account, with a button that copies it. */
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
