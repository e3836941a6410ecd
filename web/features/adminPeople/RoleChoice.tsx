import type { AdminRole } from '../../gql/graphql.ts';
import { roles as rolesWords } from '#messages/admin/roles.ts';
import classes from './Roles.module.css';

const roles: readonly AdminRole[] = ['OWNER', 'FINANCE', 'SUPPORT', 'GAME', 'AUDITOR'];

interface RoleChoiceProps {
  chosen: readonly AdminRole[];
  onChange: (chosen: readonly AdminRole[]) => void;
  /** A role that can't be taken away. */
  fixed?: AdminRole | null;
}

/** Checkboxes of all roles, each with what it allows. */
export function RoleChoice({ chosen, onChange, fixed = null }: RoleChoiceProps) {
  const texts = rolesWords;
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{texts.title}</legend>
      {roles.map((role) => (
        <label key={role} className={classes.option}>
          <input
            type="checkbox"
            className={classes.box}
            checked={chosen.includes(role)}
            disabled={role === fixed}
            onChange={({ currentTarget: { checked } }) =>
              onChange(roles.filter((one) => (one === role ? checked : chosen.includes(one))))
            }
          />
          <span className={classes.name}>{texts.names[role]}</span>
          <span className={classes.about}>{texts.about[role]}</span>
        </label>
      ))}
    </fieldset>
  );
}
