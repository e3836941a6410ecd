import { useQuery, useSubscription } from '@apollo/client/react';
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { currentParams } from '../../features/admin/currentParams.ts';
import { SearchField } from '../../features/admin/SearchField.tsx';
import { useDecidedList } from '../../features/admin/useDecidedList.ts';
import { useMay } from '../../features/admin/useMay.ts';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { PayoutHolds } from '../../features/adminSignals/PayoutHolds.tsx';
import { SignalCard } from '../../features/adminSignals/SignalCard.tsx';
import classes from '../../features/adminSignals/Signals.module.css';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import type { SignalKind, SignalState } from '../../gql/graphql.ts';
import { signals as texts } from '#messages/admin/signals.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const SignalsPage_Query = graphql(`
  query SignalsPage_Query($state: SignalState, $kind: SignalKind, $likely: Boolean, $uid: String) {
    viewer {
      admin {
        signals(state: $state, kind: $kind, likely: $likely, uid: $uid) {
          ...SignalCard_signal @unmask
        }
      }
    }
  }
`);

const SignalsPage_Subscription = graphql(`
  subscription SignalsPage_Subscription {
    signalsChanged {
      likelyCount
    }
  }
`);

const { filters } = texts;
const MOST = 100;
const ANY = 'ANY';

const optionsOf = (labels: Readonly<Record<string, string>>) => [
  { value: ANY, label: filters.any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];
const states = optionsOf(texts.states);
const kinds = optionsOf(texts.kinds);
const scores = [
  { value: ANY, label: filters.any },
  { value: 'LIKELY', label: filters.likely },
];

/** The filters in the address: open signals of every kind and score by default. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const state = params.get('state') ?? 'OPEN';
  const kind = params.get('kind') ?? ANY;
  const score = params.get('score') ?? ANY;
  const uid = params.get('uid') ?? '';
  const set = (name: string, value: string) => {
    const next = currentParams();
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const variables = {
    state: state in texts.states ? (state as SignalState) : null,
    kind: kind in texts.kinds ? (kind as SignalKind) : null,
    likely: score === 'LIKELY' ? true : null,
    uid: uid === '' ? null : uid,
  };
  const narrowed = variables.kind !== null || variables.likely !== null || uid !== '' || state !== 'OPEN';
  return { state, kind, score, uid, set, variables, narrowed };
}

/** Signs of fraud with what they rest on; those who may decide them mark them as reviewed or dismissed. */
export default function SignalsPage() {
  const filter = useFilter();
  const answer = useQuery(SignalsPage_Query, { variables: filter.variables, fetchPolicy: 'cache-and-network' });
  const refetch = useRefetchSoon(answer.refetch);
  useSubscription(SignalsPage_Subscription, { ignoreResults: true, onData: refetch });
  const { list, onDone } = useDecidedList(refetch);
  const mayReadHolds = useMay()('PAYOUT_HOLD_READ');
  return (
    <AdminPage title={texts.title}>
      <p>{texts.hint}</p>
      {mayReadHolds && <PayoutHolds />}
      <Filters filter={filter} />
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const signals = viewer?.admin?.signals ?? [];
          return (
            <section ref={list} tabIndex={-1} aria-label={texts.title} className={classes.list}>
              {signals.map((signal) => (
                <SignalCard key={signal.id} signal={signal} onDone={onDone} />
              ))}
              {signals.length === 0 && (
                <Card>
                  {filter.narrowed ? (
                    <EmptyState title={texts.noneMatch} hint={texts.noneMatchHint} />
                  ) : (
                    <EmptyState title={texts.none} hint={texts.noneHint} />
                  )}
                </Card>
              )}
              {signals.length === MOST && <p>{texts.most}</p>}
            </section>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}

function Filters({ filter: { state, kind, score, uid, set } }: { filter: ReturnType<typeof useFilter> }) {
  return (
    <div className={classes.bar}>
      <NativeSelect
        label={filters.state}
        data={states}
        value={state}
        onChange={({ currentTarget }) => set('state', currentTarget.value)}
      />
      <NativeSelect
        label={filters.kind}
        data={kinds}
        value={kind}
        onChange={({ currentTarget }) => set('kind', currentTarget.value)}
      />
      <NativeSelect
        label={filters.score}
        data={scores}
        value={score}
        onChange={({ currentTarget }) => set('score', currentTarget.value)}
      />
      <SearchField
        label={filters.uid}
        placeholder={filters.uidHint}
        value={uid}
        onSearch={(value) => set('uid', value)}
      />
    </div>
  );
}
