import type { AdminRole } from '../../gql/graphql.ts';
import { roles as rolesWords } from '#messages/admin/roles.ts';
import classes from './Roles.module.css';

/** An admin's roles. */
export function RoleList({ roles }: { roles: readonly AdminRole[] }) {
  const texts = rolesWords;
  if (roles.length === 0) return <p className={classes.none}>{texts.none}</p>;
  return (
    <ul className={classes.list} aria-label={texts.title}>
      {roles.map((role) => (
        <li key={role} className={classes.role}>
          {texts.names[role]}
        </li>
      ))}
    </ul>
  );
}
