import { UnstyledButton } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { TransactionDecision } from '../../gql/graphql.ts';
import { decision as decisionWords } from '#messages/admin/decision.ts';
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
    { decision: 'APPROVE', label: decisionWords.approve, Icon: IconCheck },
    { decision: 'DENY', label: decisionWords.deny, Icon: IconX },
  ] as const;
  return (
    <div role="group" aria-label={decisionWords.options} className={classes.options}>
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
