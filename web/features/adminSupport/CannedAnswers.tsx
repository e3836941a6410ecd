import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { support } from '#messages/admin/support.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { CannedAnswerForm } from './CannedAnswerForm.tsx';
import { CannedAnswers_Query, type ListedAnswer } from './cannedAnswer.ts';
import classes from './CannedAnswers.module.css';

const RemoveCannedAnswer_Mutation = graphql(`
  mutation RemoveCannedAnswer_Mutation($input: RemoveCannedAnswerInput!) {
    removeCannedAnswer(input: $input) {
      ... on RemoveCannedAnswerPayload {
        removedId
      }
      ...Refusal_error @unmask
    }
  }
`);

const canned = support.canned;

/** The canned answers, and for those who may keep them: adding, editing, removing. */
export function CannedAnswers() {
  const may = useMay()('CANNED_ANSWER_MANAGE');
  const [edited, setEdited] = useState<ListedAnswer | 'new' | null>(null);
  const [leaving, setLeaving] = useState<ListedAnswer | null>(null);
  const answer = useQuery(CannedAnswers_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <Stack>
      <Card>
        <div className={classes.head}>
          <p>{canned.hint}</p>
          {may && <Button onClick={() => setEdited('new')}>{canned.add}</Button>}
        </div>
      </Card>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const answers = viewer?.admin?.cannedAnswers ?? [];
          if (answers.length === 0) return <NoAnswers />;
          return (
            <ul className={classes.list} aria-label={canned.title}>
              {answers.map((one) => (
                <li key={one.id}>
                  <AnswerCard
                    answer={one}
                    {...(may && { onEdit: () => setEdited(one), onRemove: () => setLeaving(one) })}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
      <CannedAnswerForm answer={edited} onClose={() => setEdited(null)} />
      <Removal answer={leaving} onClose={() => setLeaving(null)} />
    </Stack>
  );
}

interface AnswerCardProps {
  answer: ListedAnswer;
  onEdit?: () => void;
  onRemove?: () => void;
}

function AnswerCard({ answer: { name, text, changedBy, changedAt }, onEdit, onRemove }: AnswerCardProps) {
  return (
    <Card>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.text}>{text}</p>
      <div className={classes.foot}>
        <p className={classes.changed}>
          {canned.changedBy(changedBy.name)} <Instant at={changedAt} />
        </p>
        {onEdit && (
          <Button variant="light" aria-label={canned.editNamed(name)} onClick={onEdit}>
            {canned.edit}
          </Button>
        )}
        {onRemove && (
          <Button variant="light" danger aria-label={canned.removeNamed(name)} onClick={onRemove}>
            {canned.remove}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Removal({ answer, onClose }: { answer: ListedAnswer | null; onClose: () => void }) {
  const { act, pending } = useAction(RemoveCannedAnswer_Mutation, removing);
  const remove = async ({ id, version }: ListedAnswer) => {
    await act({ answerId: id, version });
    onClose();
  };
  return (
    <ConfirmDialog
      opened={answer !== null}
      title={canned.removeTitle}
      question={canned.removeQuestion(answer?.name ?? '')}
      confirmLabel={canned.remove}
      danger
      busy={pending}
      onConfirm={() => answer && void remove(answer)}
      onCancel={onClose}
    />
  );
}

const removing = {
  known: { CHANGED_MEANWHILE: canned.changedMeanwhile },
  toast: () => canned.removed,
  refetch: ['CannedAnswers_Query'],
};

function NoAnswers() {
  return (
    <Card>
      <EmptyState title={canned.none} hint={canned.noneHint} />
    </Card>
  );
}
