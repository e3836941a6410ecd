import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { HandOver_QueryQuery } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { support } from '#messages/admin/support.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import { formatAge } from '../admin/age.ts';
import { useKeys } from '../admin/useKeys.ts';
import { useMay } from '../admin/useMay.ts';
import { useServerNow } from '../clock/useServerNow.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { handoverText } from './handoverText.ts';
import classes from './HandOver.module.css';
import type { PanelTicket } from './panelTicket.ts';
import { useHandBack, useHandOver } from './useHandOver.ts';

const HandOver_Query = graphql(`
  query HandOver_Query {
    viewer {
      admin {
        ticketTeams {
          team
          members {
            id
            name
          }
        }
      }
    }
  }
`);

const words = support.handed;
const WHOLE = 'WHOLE';

interface HandOverProps {
  ticket: PanelTicket;
  onChanged: () => void;
}

/** The button that hands a ticket to a team or one of it, and its dialog. */
export function HandOver({ ticket, onChanged }: HandOverProps) {
  const [asking, setAsking] = useState(false);
  useKeys({ h: () => setAsking(true) });
  return (
    <>
      <Button variant="light" onClick={() => setAsking(true)}>
        {words.deed}
      </Button>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={words.title} closeButton>
        {asking && <HandOverForm ticket={ticket} onChanged={onChanged} onDone={() => setAsking(false)} />}
      </Dialog>
    </>
  );
}

type Team = NonNullable<NonNullable<NonNullable<HandOver_QueryQuery['viewer']>['admin']>['ticketTeams']>[number];

function HandOverForm({ onDone, ...props }: HandOverProps & { onDone: () => void }) {
  const answer = useQuery(HandOver_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <QueryBoundary of={answer}>
      {({ viewer }) => <Choice {...props} teams={viewer?.admin?.ticketTeams ?? []} onDone={onDone} />}
    </QueryBoundary>
  );
}

function Choice({ ticket, teams, onChanged, onDone }: HandOverProps & { teams: readonly Team[]; onDone: () => void }) {
  const handOver = useHandOver();
  const form = useForm({
    initial: { team: teams[0]?.team ?? 'OWNER', adminId: WHOLE, text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? words.textMissing : null }),
    send: async ({ team, adminId, text }) => {
      const handed = await handOver({ ticketId: ticket.id, team, adminId: adminId === WHOLE ? null : adminId, text });
      if (handed.outcome === 'done') {
        showToast({ text: words.done, tone: 'good' });
        onDone();
      }
      onChanged();
      return handed;
    },
  });
  const members = teams.find(({ team }) => team === form.typed.team)?.members ?? [];
  return (
    <Form form={form} submit={words.confirm}>
      <p>{words.question(ticket.player.name)}</p>
      <SelectField
        label={words.team}
        placeholder={words.team}
        options={teams.map(({ team }) => ({ value: team, label: support.teams[team] }))}
        {...form.field('team')}
        onChange={(team) => form.set({ team, adminId: WHOLE })}
      />
      <SelectField
        label={words.admin}
        placeholder={words.whole}
        options={[{ value: WHOLE, label: words.whole }, ...members.map(({ id, name }) => ({ value: id, label: name }))]}
        {...form.field('adminId')}
      />
      <TextArea label={words.text} description={words.textHint} rows={4} maxLength={2_000} {...form.field('text')} />
    </Form>
  );
}

interface HandedOverProps {
  ticketId: string;
  handover: NonNullable<NonNullable<PanelTicket['handling']>['handover']>;
  onChanged: () => void;
  /** Called when the admin has handed it back, and can't read it any more. */
  onGone: () => void;
}

const stepMs = 30_000;

/** Which team has the ticket, and how that ends: support takes it back, the team hands it back. */
export function HandedOver({ ticketId, handover, onChanged, onGone }: HandedOverProps) {
  const now = useServerNow(stepMs);
  const may = useMay();
  const { at, by } = handover;
  return (
    <div className={classes.handed}>
      <p>
        <strong>{handoverText(handover)}</strong>{' '}
        <time dateTime={at} title={formatInstant(at)}>
          {words.since(by.name, formatAge(now - Date.parse(at)))}
        </time>
      </p>
      {may('TICKET_HAND_BACK') &&
        (may('TICKET_READ_ALL') ? (
          <TakeBack ticketId={ticketId} onDone={onChanged} />
        ) : (
          <HandBack ticketId={ticketId} onDone={onGone} />
        ))}
    </div>
  );
}

interface BackProps {
  ticketId: string;
  onDone: () => void;
}

function TakeBack({ ticketId, onDone }: BackProps) {
  const { handBack, pending } = useHandBack();
  const take = async () => {
    const { problem } = await handBack({ ticketId, text: null });
    showToast(problem ? { text: problem.text, tone: 'bad' } : { text: words.takenBack, tone: 'good' });
    onDone();
  };
  useKeys({ h: () => void take() });
  return (
    <Button variant="light" size="sm" mih={44} loading={pending} onClick={() => void take()}>
      {words.takeBack}
    </Button>
  );
}

function HandBack({ ticketId, onDone }: BackProps) {
  const [asking, setAsking] = useState(false);
  useKeys({ h: () => setAsking(true) });
  return (
    <>
      <Button variant="light" size="sm" mih={44} onClick={() => setAsking(true)}>
        {words.back}
      </Button>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={words.backTitle} closeButton>
        {asking && <HandBackForm ticketId={ticketId} onDone={onDone} />}
      </Dialog>
    </>
  );
}

function HandBackForm({ ticketId, onDone }: BackProps) {
  const { handBack } = useHandBack();
  const form = useForm({
    initial: { text: '' },
    send: async ({ text }) => {
      const back = await handBack({ ticketId, text: text.trim() || null });
      if (back.outcome === 'done') {
        showToast({ text: words.backDone, tone: 'good' });
        onDone();
      }
      return back;
    },
  });
  return (
    <Form form={form} submit={words.back}>
      <p>{words.backQuestion}</p>
      <TextArea
        label={words.backText}
        description={words.backTextHint}
        rows={4}
        maxLength={2_000}
        {...form.field('text')}
      />
    </Form>
  );
}
