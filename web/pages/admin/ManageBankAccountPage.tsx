import { PayeesScreen } from '../../features/adminPayees/PayeesScreen.tsx';

export function ManageBankAccountPage() {
  return <PayeesScreen channel="BANK" />;
}
