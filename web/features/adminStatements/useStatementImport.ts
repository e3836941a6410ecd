import { useRef, useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { StatementAnswerInput, StatementMappingInput } from '../../gql/graphql.ts';
import { dataUrlOf } from '../../lib/dataUrl.ts';
import { statements } from '#messages/admin/statements.ts';
import { showToast } from '../../ui/toasts.ts';
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

const texts = statements.file;
const maxBytes = 5 * 1024 * 1024;
const options = {};

/** Previews a chosen file whenever it, its bank or its mapping changes, and imports it. `onDone` follows a success. */
export function useStatementImport(payeeId: string, onDone: () => void) {
  const preview = useFilePreview(payeeId);
  const sending = useAction(ImportStatement_Mutation, options);
  const { file, bank, read, answers, setWrong } = preview;

  const submit = async () => {
    const shown = await preview.latest();
    if (file === null || shown === null || !isReady(shown)) return;
    const needsBank = shown.format === 'CSV';
    const missing = needsBank && bank.trim() === '';
    setWrong({ file: null, bank: missing ? texts.bankMissing : null });
    if (missing) return;
    const answer = await sending.act({
      payeeId,
      fileName: file.file.name,
      content: file.content,
      bank: needsBank ? bank : null,
      mapping: needsBank ? inputOf(shown.mapping) : null,
      answers,
    });
    if (answer.outcome !== 'done') return;
    const { newCount, matchedCount, proposedCount } = answer.payload;
    showToast({ text: texts.done(newCount, matchedCount, proposedCount), tone: 'good' });
    onDone();
  };
  const problem = preview.problem ?? sending.problem?.text ?? read?.problem;
  return { ...preview, problem, submit, pending: sending.pending };
}

/** Whether nothing is in the way of an import. */
export function isReady({ problem, questions }: Preview): boolean {
  return problem === null && questions.length === 0;
}

interface Choices {
  mapping: Preview['mapping'];
  /** The line of the headings; null: as the server finds it. */
  headingRow: number | null;
  answers: StatementAnswerInput[];
}

const noChoices: Choices = { mapping: null, headingRow: null, answers: [] };

function useFilePreview(payeeId: string) {
  const { act, problem } = useAction(PreviewStatement_Mutation, options);
  const [file, setFile] = useState<{ file: File; content: string } | null>(null);
  const [bank, setBank] = useState('');
  const [wrong, setWrong] = useState<{ file: string | null; bank: string | null }>({ file: null, bank: null });
  const [read, setRead] = useState<Preview | null>(null);
  const [choices, setChoices] = useState(noChoices);
  /** What is under way counts: leaving the field of the bank for the button begins a new preview. */
  const latest = useRef<Promise<Preview | null>>(Promise.resolve(null));

  const look = (content: string, next: Choices) => {
    setChoices(next);
    const { headingRow, answers } = next;
    const mapping = inputOf(next.mapping);
    const looking = act({ content, payeeId, bank: bank || null, mapping, headingRow, answers }).then((answer) => {
      const shown = answer.outcome === 'done' ? answer.payload : null;
      setRead(shown);
      if (bank === '' && shown?.bank) setBank(shown.bank);
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
      const content = await dataUrlOf(next);
      setFile({ file: next, content });
      await look(content, noChoices);
    } catch {
      setWrong({ file: texts.unreadable, bank: null });
    }
  };
  /** Previews the file again, with what was chosen; without a mapping with the one that its columns suggest. */
  const lookAgain = async (next: Partial<Choices> = {}) => {
    if (file) await look(file.content, { ...choices, mapping: null, ...next });
  };
  /** Previews the file again with the answer to a question. */
  const answer = async (given: StatementAnswerInput) => {
    const others = choices.answers.filter(({ question }) => question !== given.question);
    await lookAgain({ mapping: read?.mapping ?? null, answers: [...others, given] });
  };
  const problemText = problem?.text;
  return {
    file,
    bank,
    setBank,
    wrong,
    setWrong,
    read,
    choose,
    lookAgain,
    answer,
    answers: choices.answers,
    latest: () => latest.current,
    problem: problemText,
  };
}

/** The input without the name of its type. */
function inputOf(mapping: Preview['mapping']): StatementMappingInput | null {
  if (mapping === null) return null;
  const { __typename, ...input } = mapping;
  return input;
}
