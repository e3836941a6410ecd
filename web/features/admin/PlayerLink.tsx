import { account } from '#messages/account.ts';
import { paths } from '../../paths.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './PlayerLink.module.css';

/** A player's name and UID, linking to the player's page. */
export function PlayerLink({ uid, name }: { uid: string; name: string }) {
  return (
    <Link to={paths.admin.player(uid)} className={classes.link ?? ''}>
      <span className={classes.name}>{name}</span>
      <span className={classes.uid}> {account.uid(uid)}</span>
    </Link>
  );
}
