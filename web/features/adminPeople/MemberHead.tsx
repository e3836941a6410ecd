import { account } from '#messages/account.ts';
import { memberStatus } from '#messages/admin/memberStatus.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './MemberHead.module.css';

interface MemberHeadProps {
  user: { readonly uid: string; readonly email: string | null; readonly avatar: string };
  /** The id with what it is called. */
  id: string;
  status: keyof typeof memberStatus;
}

/** Picture, id and address of a player or an admin, and whether the account is active. */
export function MemberHead({ user, id, status }: MemberHeadProps) {
  return (
    <div className={classes.head}>
      <img src={user.avatar} alt="" className={classes.avatar} />
      <div className={classes.text}>
        <p className={classes.uid}>
          {id}
          <CopyButton text={user.uid} label={account.copyUid} copied={account.uidCopied} />
        </p>
        <p className={classes.email}>{user.email}</p>
      </div>
      <ActivePill active={status === 'ACTIVE'}>{memberStatus[status]}</ActivePill>
    </div>
  );
}
