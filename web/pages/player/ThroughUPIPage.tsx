import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';

/** Payment Information: reading A of the deposit screen. */
export default function ThroughUPIPage() {
  return <PaymentScreen channel="UPI" />;
}
