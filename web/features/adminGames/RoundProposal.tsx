import type { FragmentType } from '@apollo/client/masking';
import { useEffect, useRef, type ReactNode } from 'react';
import type { LiveProposal_proposalFragment } from '../../gql/graphql.ts';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts.ts';
import { LiveProposal } from '../adminProposals/LiveProposal.tsx';
import classes from './RoundProposal.module.css';

interface RoundProposalProps {
  title: string;
  /** What another admin has to confirm; null without. */
  proposal: ({ readonly id: string } & FragmentType<LiveProposal_proposalFragment>) | null;
  /** The form, in place of which an open proposal is shown. */
  children: ReactNode;
}

/** What an operator may do to a round: the form, or the proposal that waits. The focus stays here when they change places. */
export function RoundProposal({ title, proposal, children }: RoundProposalProps) {
  const region = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  const shown = proposal?.id ?? null;
  const shownBefore = useRef(shown);
  useEffect(() => {
    if (shownBefore.current === shown) return;
    shownBefore.current = shown;
    if (focused.current) region.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div
      ref={region}
      tabIndex={-1}
      className={classes.region}
      onFocus={() => (focused.current = true)}
      onBlur={({ relatedTarget }) => {
        // Null: the window has lost the focus, or the focused button has gone.
        if (relatedTarget !== null) focused.current = false;
      }}
    >
      {proposal === null ? (
        children
      ) : (
        <Card title={title}>
          <LiveProposal proposal={proposal} onDone={(text) => showToast({ text, tone: 'good' })} />
        </Card>
      )}
    </div>
  );
}
