import type { ListedPayee } from './consequence.ts';

/** Props of the forms that add an account for deposits. */
export interface AddPayeeFormProps {
  /** The active accounts, the one that players are shown first. */
  active: readonly ListedPayee[];
  /** What is wrong with what was typed. The screen keeps it: another change of the list ends it. */
  problem: string | null;
  onProblem: (problem: string | null) => void;
  /** `proposed`: it waits for a second admin. */
  onAdded: (proposed: boolean) => void;
}
