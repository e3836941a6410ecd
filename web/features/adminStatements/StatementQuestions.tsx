import type { StatementAnswerInput } from '../../gql/graphql.ts';
import { statements } from '#messages/admin/statements.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileRows } from './FileRows.tsx';
import type { Preview } from './preview.ts';
import classes from './Statements.module.css';

const texts = statements.file;

interface StatementQuestionsProps {
  questions: Preview['questions'];
  onAnswer: (answer: StatementAnswerInput) => void;
}

/** What a file leaves open, with the rows concerned and a button for each answer. */
export function StatementQuestions({ questions, onAnswer }: StatementQuestionsProps) {
  return questions.map(({ kind, text, answers, rows }) => (
    <Notice tone="attention" key={kind}>
      <p>{text}</p>
      {rows.length > 0 && <FileRows rows={rows} label={({ row }) => texts.row(row)} />}
      <p className={classes.answers}>
        {answers.map((answer) => (
          <Button key={answer} variant="light" onClick={() => onAnswer({ question: kind, answer })}>
            {texts.answers[answer]}
          </Button>
        ))}
      </p>
    </Notice>
  ));
}
