import type { ComponentProps } from 'react';
import { ListRow } from '../../ui/ListRow.tsx';
import { Link } from '../navigation/Link.tsx';
import classes from './LinkRow.module.css';

interface LinkRowProps extends ComponentProps<typeof ListRow> {
  to: string;
  state?: unknown;
}

/** A row of a list that leads somewhere: the whole row is the link, with a chevron at its end. */
export function LinkRow({ to, state, ...row }: LinkRowProps) {
  return (
    <Link to={to} state={state} className={classes.link ?? ''}>
      <ListRow {...row} leads />
    </Link>
  );
}
