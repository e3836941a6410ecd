import { useState } from 'react';
import type { AdminRole } from '../../gql/graphql.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { roles as rolesWords } from '#messages/admin/roles.ts';
import { ReasonedChange } from '../admin/ReasonedChange.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { useSetAdminRoles } from './useSetAdminRoles.ts';

interface ChangeRolesProps {
  admin: { readonly id: string; readonly name: string };
  roles: readonly AdminRole[];
  /** The primary admin's ownership can't be taken. */
  staysOwner: boolean;
}

/** Gives an admin other roles, after a confirmation with a reason. */
export function ChangeRoles({ admin, roles, staysOwner }: ChangeRolesProps) {
  const [chosen, setChosen] = useState(roles);
  const [problem, setProblem] = useState<string | null>(null);
  const { setRoles, pending } = useSetAdminRoles();
  const texts = rolesWords;

  const reset = () => {
    setChosen(roles);
    setProblem(null);
  };
  const save = async (reason: string) => {
    if (String(chosen) === String(roles)) {
      setProblem(texts.unchanged);
      return null;
    }
    const { problem: refused, proposed } = await setRoles({ userId: admin.id, roles: [...chosen], reason });
    setProblem(refused);
    if (refused !== null) return null;
    return proposed ? proposals.made : texts.changed(admin.name);
  };

  return (
    <ReasonedChange
      action={texts.change}
      label={`${texts.change}: ${admin.name}`}
      title={texts.changeTitle(admin.name)}
      question={texts.question}
      confirmLabel={texts.confirm}
      busy={pending}
      problem={problem}
      onOpen={reset}
      save={save}
    >
      <RoleChoice chosen={chosen} onChange={setChosen} fixed={staysOwner ? 'OWNER' : null} />
    </ReasonedChange>
  );
}
