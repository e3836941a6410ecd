import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AdminRole } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
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
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState(roles);
  const [problem, setProblem] = useState<string | null>(null);
  const { setRoles, pending } = useSetAdminRoles();
  const texts = words.admin.roles;

  const open = () => {
    setChosen(roles);
    setProblem(null);
    setOpened(true);
  };
  const confirm = async (reason: string) => {
    if (String(chosen) === String(roles)) return setProblem(texts.unchanged);
    const { problem: refused, proposed } = await setRoles({ userId: admin.id, roles: [...chosen], reason });
    if (refused !== null) return setProblem(refused);
    setOpened(false);
    showToast({ text: proposed ? words.admin.proposals.made : texts.changed(admin.name), tone: 'good' });
  };

  return (
    <>
      <Button variant="light" mih={44} aria-label={`${texts.change}: ${admin.name}`} onClick={open}>
        {texts.change}
      </Button>
      <ReasonDialog
        opened={opened}
        title={texts.changeTitle(admin.name)}
        question={texts.question}
        confirmLabel={texts.confirm}
        busy={pending}
        problem={problem}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={() => setOpened(false)}
      >
        <RoleChoice chosen={chosen} onChange={setChosen} fixed={staysOwner ? 'OWNER' : null} />
      </ReasonDialog>
    </>
  );
}
