import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { support } from '#messages/admin/support.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { missing } from '../../ui/missing.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import { useLastDefined } from '../../ui/useLastDefined.ts';
import type { ListedAnswer } from './cannedAnswer.ts';

const AddCannedAnswer_Mutation = graphql(`
  mutation AddCannedAnswer_Mutation($input: AddCannedAnswerInput!) {
    addCannedAnswer(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const ChangeCannedAnswer_Mutation = graphql(`
  mutation ChangeCannedAnswer_Mutation($input: ChangeCannedAnswerInput!) {
    changeCannedAnswer(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const canned = support.canned;

interface CannedAnswerFormProps {
  /** The answer that is edited; null while nothing is. */
  answer: ListedAnswer | 'new' | null;
  onClose: () => void;
}

/** Adds or edits a canned answer in a dialog. */
export function CannedAnswerForm({ answer, onClose }: CannedAnswerFormProps) {
  // While the dialog closes, it shows what it did.
  const shown = useLastDefined(answer);
  return (
    <Dialog
      opened={answer !== null}
      onClose={onClose}
      title={shown === 'new' || !shown ? canned.add : canned.editNamed(shown.name)}
      closeButton
    >
      {shown && (
        <Fields key={shown === 'new' ? 'new' : shown.id} answer={shown === 'new' ? null : shown} onClose={onClose} />
      )}
    </Dialog>
  );
}

const options = {
  known: { CHANGED_MEANWHILE: canned.changedMeanwhile },
  fields: { NAME_TAKEN: 'name' },
  refetch: ['CannedAnswers_Query'],
};

function Fields({ answer, onClose }: { answer: ListedAnswer | null; onClose: () => void }) {
  const add = useAction(AddCannedAnswer_Mutation, options);
  const change = useAction(ChangeCannedAnswer_Mutation, options);
  const form = useForm({
    initial: { name: answer?.name ?? '', text: answer?.text ?? '' },
    check: ({ name, text }) => ({ name: missing(name), text: missing(text) }),
    send: async (typed) => {
      const saved = await (answer === null
        ? add.act(typed)
        : change.act({ answerId: answer.id, version: answer.version, ...typed }));
      if (saved.problem === null) {
        showToast({ text: canned.saved, tone: 'good' });
        onClose();
      }
      return saved;
    },
  });
  return (
    <Form form={form} submit={canned.save}>
      <TextField label={canned.name} maxLength={60} autoComplete="off" {...form.field('name')} />
      <TextArea label={canned.text} description={canned.hint} maxLength={2_000} rows={6} {...form.field('text')} />
    </Form>
  );
}
