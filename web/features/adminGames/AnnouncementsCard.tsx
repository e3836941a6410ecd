import { Button, NumberInput, Textarea } from '@mantine/core';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { serverClock } from '../../apollo/serverClock.ts';
import { graphql } from '../../gql/gql.ts';
import { notices } from '#messages/admin/notices.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useMay } from '../admin/useMay.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './PausesCard.module.css';

const AnnouncementsCard_Query = graphql(`
  query AnnouncementsCard_Query {
    viewer {
      admin {
        announcements {
          id
          text
          textHi
          startsAt
          endsAt
        }
      }
    }
  }
`);

const Announce_Mutation = graphql(`
  mutation Announce_Mutation($input: AnnounceInput!) {
    announce(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const EndAnnouncement_Mutation = graphql(`
  mutation EndAnnouncement_Mutation($input: EndAnnouncementInput!) {
    endAnnouncement(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const hourMs = 3_600_000;

/** What players are told in a time frame: the announcements that have not ended, and a form for a new one. */
export function AnnouncementsCard() {
  const answer = useQuery(AnnouncementsCard_Query, { fetchPolicy: 'cache-and-network' });
  const ending = useAction(EndAnnouncement_Mutation, {});
  const may = useMay()('ANNOUNCEMENT_MANAGE');
  const refetch = () => void answer.refetch().catch(() => undefined);
  const text = notices;
  return (
    <Card title={text.announcements}>
      <Stack gap={12}>
        <QueryBoundary of={answer}>
          {({ viewer }) => {
            const announcements = viewer?.admin?.announcements ?? [];
            if (announcements.length === 0) return <p>{text.none}</p>;
            return (
              <ul className={classes.list}>
                {announcements.map(({ id, text: english, textHi, startsAt, endsAt }) => (
                  <li key={id} className={classes.row}>
                    <div className={classes.name}>
                      <span>{english}</span>
                      {textHi && <span lang="hi">{textHi}</span>}
                      <span className={classes.notice}>
                        <Instant at={startsAt} /> – <Instant at={endsAt} />
                      </span>
                    </div>
                    {may && (
                      <Button
                        variant="light"
                        mih={44}
                        aria-label={text.endNamed(english)}
                        loading={ending.pending}
                        onClick={() => void ending.act({ announcementId: id }).then(refetch)}
                      >
                        {text.end}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryBoundary>
        {may && <AnnounceForm onDone={refetch} />}
      </Stack>
    </Card>
  );
}

function AnnounceForm({ onDone }: { onDone: () => void }) {
  const [english, setEnglish] = useState('');
  const [hindi, setHindi] = useState('');
  const [startsIn, setStartsIn] = useState<number | string>(0);
  const [hours, setHours] = useState<number | string>(24);
  const [problem, setProblem] = useState<string | null>(null);
  const { act, pending } = useAction(Announce_Mutation, {});
  const text = notices;

  const submit = async () => {
    if (![startsIn, hours].every((typed) => typeof typed === 'number' && typed >= 0 && typed <= 720)) {
      setProblem(text.wrongHours);
      return;
    }
    const from = serverClock.now() + Number(startsIn) * hourMs;
    const { problem: refused } = await act({
      text: english,
      textHi: hindi.trim() || null,
      startsAt: Number(startsIn) === 0 ? null : new Date(from).toISOString(),
      endsAt: new Date(from + Number(hours) * hourMs).toISOString(),
    });
    setProblem(refused?.text ?? null);
    if (refused) return;
    setEnglish('');
    setHindi('');
    onDone();
  };

  return (
    <SubmitForm onSubmit={() => void submit()}>
      <Stack gap={12}>
        <Textarea
          label={text.text}
          maxLength={300}
          value={english}
          onChange={(e) => setEnglish(e.currentTarget.value)}
        />
        <Textarea
          label={text.textHi}
          description={text.hindiHint}
          maxLength={300}
          lang="hi"
          value={hindi}
          onChange={(e) => setHindi(e.currentTarget.value)}
        />
        <NumberInput label={text.startsIn} min={0} max={720} value={startsIn} onChange={setStartsIn} />
        <NumberInput label={text.hours} min={0} max={720} value={hours} onChange={setHours} />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button type="submit" mih={44} loading={pending}>
          {text.announce}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
