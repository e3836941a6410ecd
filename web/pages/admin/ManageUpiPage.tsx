import { PayeesScreen } from '../../features/adminPayees/PayeesScreen.tsx';

export default function ManageUpiPage() {
  return <PayeesScreen channel="UPI" />;
}
