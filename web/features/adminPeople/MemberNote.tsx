import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { detail } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { missing } from '../../ui/missing.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';

const AddPlayerNote_Mutation = graphql(`
  mutation AddPlayerNote_Mutation($input: AddPlayerNoteInput!) {
    addPlayerNote(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** Adds an internal note about a player. */
export function MemberNote({ userId, onAdded }: { userId: string; onAdded: () => void }) {
  const { act } = useAction(AddPlayerNote_Mutation, {});
  const { notes } = detail;
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: missing(text) }),
    send: async ({ text }) => {
      const added = await act({ userId, text });
      if (added.problem === null) {
        form.reset();
        showToast({ text: notes.done, tone: 'good' });
        onAdded();
      }
      return added;
    },
  });
  return (
    <Card title={notes.title}>
      <Form form={form} submit={notes.submit}>
        <TextArea
          label={notes.label}
          description={notes.hint}
          placeholder={notes.placeholder}
          maxLength={2_000}
          rows={3}
          {...form.field('text')}
        />
      </Form>
    </Card>
  );
}
