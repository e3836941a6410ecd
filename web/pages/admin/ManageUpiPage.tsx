import { PayeesScreen } from '../../features/adminPayees/PayeesScreen.tsx';

export function ManageUpiPage() {
  return <PayeesScreen channel="UPI" />;
}
