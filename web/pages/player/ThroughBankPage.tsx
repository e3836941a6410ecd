import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';

export function ThroughBankPage() {
  return <PaymentScreen channel="BANK" />;
}
