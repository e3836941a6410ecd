import classes from './Payouts.module.css';

interface PayoutAccountProps {
  payout: {
    readonly upiId: string | null;
    readonly accountNumber: string | null;
    readonly ifscCode: string | null;
    readonly accountHolderName: string | null;
  };
}

/** Where a payout goes: a UPI id, or a bank account with its branch and holder. */
export function PayoutAccount({ payout: { upiId, accountNumber, ifscCode, accountHolderName } }: PayoutAccountProps) {
  return (
    <span className={classes.two}>
      <span className={classes.mark}>{upiId ?? accountNumber}</span>
      {ifscCode !== null && <span className={classes.under}>{`${ifscCode} · ${accountHolderName}`}</span>}
    </span>
  );
}
