import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';

export default function ThroughBankPage() {
  return <PaymentScreen channel="BANK" />;
}
