import { useQuery } from '@apollo/client/react';
import { useId } from 'react';
import { graphql } from '../../gql/gql.ts';
import { statements } from '#messages/admin/statements.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FilePreview } from './FilePreview.tsx';
import { MappingFields } from './MappingFields.tsx';
import { StatementQuestions } from './StatementQuestions.tsx';
import { isReady, useStatementImport } from './useStatementImport.ts';

const StatementBanks_Query = graphql(`
  query StatementBanks_Query {
    viewer {
      admin {
        statementBanks {
          name
        }
      }
    }
  }
`);

const texts = statements.file;

interface ImportDialogProps {
  payeeId: string;
  onClose: () => void;
  onDone: () => void;
}

/** A file, how it is read, and its import. Whatever is chosen is previewed at once. */
export function ImportDialog({ payeeId, onClose, onDone }: ImportDialogProps) {
  const chosen = useStatementImport(payeeId, onDone);
  const { file, bank, wrong, read, problem, pending, choose, setBank, lookAgain, answer, submit } = chosen;
  const isCsv = read?.format === 'CSV';
  const banks = useQuery(StatementBanks_Query, { fetchPolicy: 'cache-and-network' });
  const banksId = useId();
  return (
    <Dialog opened onClose={onClose} title={texts.title} closeButton>
      <SubmitForm onSubmit={() => void submit()}>
        <Stack gap={12}>
          <FileField
            label={texts.label}
            placeholder={texts.hint}
            accept=".csv,.txt,.tsv,.xlsx,.xls,.htm,.html,.xml,.sta,.mt940,.940,.swi,.mta,.mt9"
            removeLabel={texts.remove}
            file={file?.file ?? null}
            error={wrong.file}
            onChange={(next) => void choose(next)}
          />
          {isCsv && (
            <>
              <TextField
                label={texts.bank}
                description={texts.bankHint}
                list={banksId}
                maxLength={40}
                value={bank}
                error={wrong.bank}
                onChange={setBank}
                onBlur={() => void lookAgain()}
              />
              <datalist id={banksId}>
                {banks.data?.viewer?.admin?.statementBanks?.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </datalist>
            </>
          )}
          {isCsv && read.mapping && (
            <MappingFields
              preview={read}
              mapping={read.mapping}
              onChange={(mapping) => void lookAgain({ mapping })}
              onHeading={(headingRow) => void lookAgain({ headingRow })}
            />
          )}
          {problem && <Notice tone="bad">{problem}</Notice>}
          {read && <StatementQuestions questions={read.questions} onAnswer={(given) => void answer(given)} />}
          {read && <FilePreview preview={read} />}
          <PrimaryButton type="submit" loading={pending} disabled={!read || !isReady(read)}>
            {texts.submit}
          </PrimaryButton>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
