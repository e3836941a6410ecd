import { PayeesScreen } from '../../features/adminPayees/PayeesScreen.tsx';

export default function ManageBankAccountPage() {
  return <PayeesScreen channel="BANK" />;
}
