import { Button, Textarea } from '@mantine/core';
import { useQuery, useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { PauseScope } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './PausesCard.module.css';

const PausesCard_Query = graphql(`
  query PausesCard_Query {
    notices {
      pauses {
        scope
        notice
      }
    }
  }
`);

const PausesCard_Subscription = graphql(`
  subscription PausesCard_Subscription {
    noticesChanged {
      nextChangeAt
    }
  }
`);

const Pause_Mutation = graphql(`
  mutation Pause_Mutation($input: PauseInput!) {
    pause(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const Resume_Mutation = graphql(`
  mutation Resume_Mutation($input: ResumeInput!) {
    resume(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const scopes: readonly PauseScope[] = [
  'SAPRE_HALF',
  'SAPRE_ONE',
  'SAPRE_THREE',
  'DEPOSITS',
  'WITHDRAWALS',
  'EVERYTHING',
];

/** What is paused, and the buttons that pause and resume, each after a confirmation. Follows other admins. */
export function PausesCard() {
  const answer = useQuery(PausesCard_Query, { fetchPolicy: 'cache-and-network' });
  const refetch = () => void answer.refetch().catch(() => undefined);
  useSubscription(PausesCard_Subscription, { ignoreResults: true, onData: refetch });
  const text = words.admin.notices;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p>{text.hint}</p>
        <QueryBoundary of={answer}>
          {({ notices }) => (
            <ul className={classes.list}>
              {scopes.map((scope) => (
                <PauseRow
                  key={scope}
                  scope={scope}
                  notice={notices.pauses.find((pause) => pause.scope === scope)?.notice ?? null}
                  onDone={refetch}
                />
              ))}
            </ul>
          )}
        </QueryBoundary>
      </Stack>
    </Card>
  );
}

interface PauseRowProps {
  scope: PauseScope;
  /** Null while it runs. */
  notice: string | null;
  onDone: () => void;
}

function PauseRow({ scope, notice, onDone }: PauseRowProps) {
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const may = useMay();
  const pausing = useAction(Pause_Mutation, {});
  const resuming = useAction(Resume_Mutation, {});
  const [english, setEnglish] = useState('');
  const [hindi, setHindi] = useState('');
  const text = words.admin.notices;
  const name = text.scopes[scope];
  const paused = notice !== null;

  const confirm = async () => {
    if (!paused && [...english.trim()].length < 3) return setProblem(text.length);
    const { problem: refused } = paused
      ? await resuming.act({ scope })
      : await pausing.act({ scope, notice: english, noticeHi: hindi.trim() || null });
    setProblem(refused?.text ?? null);
    if (refused) return undefined;
    setConfirming(false);
    onDone();
    return undefined;
  };

  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <span>{name}</span>
        <ActivePill active={!paused}>{paused ? text.paused : text.running}</ActivePill>
        {notice && <span className={classes.notice}>{notice}</span>}
      </div>
      {may('PLATFORM_PAUSE') && (
        <Button
          variant="light"
          mih={44}
          {...(paused ? {} : { color: 'red' })}
          aria-label={paused ? text.resumeNamed(name) : text.pauseNamed(name)}
          onClick={() => {
            setProblem(null);
            setConfirming(true);
          }}
        >
          {paused ? text.resume : text.pause}
        </Button>
      )}
      <ConfirmDialog
        opened={confirming}
        title={paused ? text.resumeNamed(name) : text.pauseNamed(name)}
        question={paused ? text.questionResume(name) : text.question(name)}
        note={
          <Stack gap={12}>
            <p>{paused ? text.resumed : text.consequence}</p>
            {!paused && (
              <>
                <Textarea
                  label={text.english}
                  maxLength={300}
                  value={english}
                  onChange={(e) => setEnglish(e.currentTarget.value)}
                />
                <Textarea
                  label={text.hindi}
                  description={text.hindiHint}
                  maxLength={300}
                  lang="hi"
                  value={hindi}
                  onChange={(e) => setHindi(e.currentTarget.value)}
                />
              </>
            )}
            {problem && <Notice tone="bad">{problem}</Notice>}
          </Stack>
        }
        confirmLabel={paused ? text.resume : text.pause}
        danger={!paused}
        busy={pausing.pending || resuming.pending}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </li>
  );
}
