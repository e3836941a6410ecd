import { useRef, useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { StatementMappingInput } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FilePreview } from './FilePreview.tsx';
import { MappingFields } from './MappingFields.tsx';
import { PreviewStatement_Mutation, type Preview } from './preview.ts';

const ImportStatement_Mutation = graphql(`
  mutation ImportStatement_Mutation($input: ImportStatementInput!) {
    importStatement(input: $input) {
      ... on ImportStatementPayload {
        lineCount
        newCount
        matchedCount
        proposedCount
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = words.admin.statements.file;
const maxBytes = 5 * 1024 * 1024;
const options = {};

interface ImportDialogProps {
  payeeId: string;
  onClose: () => void;
  onDone: () => void;
}

/** A file, how it is read, and its import. Whatever is chosen is previewed at once. */
export function ImportDialog({ payeeId, onClose, onDone }: ImportDialogProps) {
  const preview = useAction(PreviewStatement_Mutation, options);
  const sending = useAction(ImportStatement_Mutation, options);
  const [file, setFile] = useState<{ file: File; content: string } | null>(null);
  const [bank, setBank] = useState('');
  const [wrong, setWrong] = useState<{ file: string | null; bank: string | null }>({ file: null, bank: null });
  const [read, setRead] = useState<Preview | null>(null);
  /** What is under way counts: leaving the field of the bank for the button begins a new preview. */
  const latest = useRef<Promise<Preview | null>>(Promise.resolve(null));

  const look = (content: string, name: string, mapping: StatementMappingInput | null) => {
    const looking = preview.act({ content, bank: name || null, mapping }).then((answer) => {
      const shown = answer.outcome === 'done' ? answer.payload : null;
      setRead(shown);
      return shown;
    });
    latest.current = looking;
    return looking;
  };
  const choose = async (next: File | null) => {
    setFile(null);
    setRead(null);
    setWrong({ file: next && next.size > maxBytes ? texts.tooBig : null, bank: null });
    if (next === null || next.size > maxBytes) return;
    try {
      const content = await base64Of(next);
      setFile({ file: next, content });
      await look(content, bank, null);
    } catch {
      setWrong({ file: texts.unreadable, bank: null });
    }
  };
  const isCsv = read?.format === 'CSV';
  const submit = async () => {
    const shown = await latest.current;
    if (file === null || shown === null || shown.problem !== null) return;
    const needsBank = shown.format === 'CSV';
    const missing = needsBank && bank.trim() === '';
    setWrong({ file: null, bank: missing ? texts.bankMissing : null });
    if (missing) return;
    const { content } = file;
    const mapping = needsBank ? inputOf(shown.mapping) : null;
    const answer = await sending.act({
      payeeId,
      fileName: file.file.name,
      content,
      bank: needsBank ? bank : null,
      mapping,
    });
    if (answer.outcome !== 'done') return;
    const { newCount, matchedCount, proposedCount } = answer.payload;
    showToast({ text: texts.done(newCount, matchedCount, proposedCount), tone: 'good' });
    onDone();
  };
  const problem = preview.problem?.text ?? sending.problem?.text ?? read?.problem;
  return (
    <Dialog opened onClose={onClose} title={texts.title} closeButton>
      <SubmitForm onSubmit={() => void submit()}>
        <Stack gap={12}>
          <FileField
            label={texts.label}
            placeholder={texts.hint}
            accept=".csv,.txt,.xml,.sta,.mt940,.940"
            removeLabel={texts.remove}
            file={file?.file ?? null}
            error={wrong.file}
            onChange={(next) => void choose(next)}
          />
          {isCsv && (
            <TextField
              label={texts.bank}
              description={texts.bankHint}
              maxLength={40}
              value={bank}
              error={wrong.bank}
              onChange={setBank}
              onBlur={() => file && void look(file.content, bank, null)}
            />
          )}
          {isCsv && read.mapping && (
            <MappingFields
              headings={read.headings}
              mapping={read.mapping}
              onChange={(mapping) => file && void look(file.content, bank, inputOf(mapping))}
            />
          )}
          {problem && <Notice tone="bad">{problem}</Notice>}
          {read && <FilePreview preview={read} />}
          <PrimaryButton type="submit" loading={sending.pending} disabled={!read || read.problem !== null}>
            {texts.submit}
          </PrimaryButton>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}

/** The input without the name of its type. */
function inputOf(mapping: Preview['mapping']): StatementMappingInput | null {
  if (mapping === null) return null;
  const { __typename, ...input } = mapping;
  return input;
}

/** A file as a data URL, which the API takes. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')));
    reader.readAsDataURL(file);
  });
}
