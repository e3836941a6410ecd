import { useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { FormCard } from '../../features/admin/FormCard.tsx';
import { RoleChoice } from '../../features/adminPeople/RoleChoice.tsx';
import { useRegisterAdmin } from '../../features/adminPeople/useRegisterAdmin.ts';
import { emailError } from '../../features/auth/emailError.ts';
import { StoredMail } from '../../features/auth/StoredMail.tsx';
import { useProduct } from '../../features/product/useProduct.ts';
import { useBack } from '../../features/shell/useBack.ts';
import type { AdminRole } from '../../gql/graphql.ts';
import { registerAdmin as texts } from '#messages/admin/registerAdmin.ts';
import { paths } from '../../paths.ts';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { missing } from '../../ui/missing.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';

const newRoles: readonly AdminRole[] = ['FINANCE', 'SUPPORT', 'GAME'];

interface KeptMail {
  /** What was done. */
  readonly done: string;
  readonly mail: { readonly subject: string; readonly text: string };
}

export default function RegisterNewAdminPage() {
  const [message, setMessage] = useState<Message | null>(null);
  const [kept, setKept] = useState<KeptMail | null>(null);
  const registerAdmin = useRegisterAdmin();
  const { sendsMail } = useProduct();
  const back = useBack(paths.admin.manageAdmin);
  const form = useForm({
    initial: { name: '', email: '', roles: newRoles },
    check: ({ name, email }) => ({ name: missing(name), email: emailError(email) }),
    send: async (typed) => {
      const answer = await registerAdmin({ ...typed, roles: [...typed.roles] });
      if (answer.outcome === 'done') {
        const { proposed, mail } = answer.payload;
        const done = mail ? texts.successKept(typed.name) : texts.success(typed.name, typed.email);
        const text = proposed ? `${done} ${texts.proposed}` : done;
        if (mail) setKept({ done: text, mail });
        else setMessage({ text, tone: 'good' });
      }
      return answer;
    },
  });
  const roles = form.field('roles');
  const close = () => {
    setMessage(null);
    back();
  };

  return (
    <AdminPage title={texts.title} onBack={back}>
      {kept ? (
        <ShownMail kept={kept} onDone={back} />
      ) : (
        <FormCard form={form} submit={texts.submit}>
          <TextField label={texts.name} autoComplete="off" {...form.field('name')} />
          <TextField label={texts.email} inputMode="email" autoComplete="off" {...form.field('email')} />
          <RoleChoice chosen={roles.value} onChange={roles.onChange} />
          <p>{sendsMail ? texts.hint : texts.hintKept}</p>
        </FormCard>
      )}
      <MessagePopup message={message} onClose={close} />
    </AdminPage>
  );
}

/** Stays until it was handed over: the password is shown nowhere else. */
function ShownMail({ kept: { done, mail }, onDone }: { kept: KeptMail; onDone: () => void }) {
  return (
    <Stack gap={12}>
      <Notice tone="good">{done}</Notice>
      <StoredMail {...mail} />
      <PrimaryButton onClick={onDone}>{texts.handedOver}</PrimaryButton>
    </Stack>
  );
}
