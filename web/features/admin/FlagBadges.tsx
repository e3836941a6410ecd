import { IconFlag } from '@tabler/icons-react';
import type { PlayerFlag } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import classes from './FlagBadges.module.css';

/** What a player is marked with; nothing where there is none. */
export function FlagBadges({ flags }: { flags: readonly PlayerFlag[] }) {
  if (flags.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={words.admin.flags.title}>
      {flags.map((flag) => (
        <li key={flag} className={`${classes.badge} ${classes[flag]}`}>
          <IconFlag size={14} aria-hidden />
          {words.admin.flags.names[flag]}
        </li>
      ))}
    </ul>
  );
}
