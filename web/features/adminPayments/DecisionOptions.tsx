import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { TransactionDecision } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import classes from './DecisionSheet.module.css';

interface DecisionOptionsProps {
  chosen: TransactionDecision | null;
  onChoose: (decision: TransactionDecision) => void;
  /** It can't be approved. */
  held: boolean;
}

/** Approve or Deny. */
export function DecisionOptions({ chosen, onChoose, held }: DecisionOptionsProps) {
  const options = [
    { decision: 'APPROVE', label: words.admin.decision.approve, Icon: IconCheck },
    { decision: 'DENY', label: words.admin.decision.deny, Icon: IconX },
  ] as const;
  return (
    <div role="group" aria-label={words.admin.decision.options} className={classes.options}>
      {options.map(({ decision, label, Icon }) => (
        <UnstyledButton
          key={decision}
          className={classes.option ?? ''}
          aria-pressed={chosen === decision}
          disabled={held && decision === 'APPROVE'}
          onClick={() => onChoose(decision)}
        >
          <Icon size={18} aria-hidden />
          {label}
        </UnstyledButton>
      ))}
    </div>
  );
}
