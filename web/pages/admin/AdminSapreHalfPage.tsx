import { AdminGameScreen } from '../../features/adminGames/AdminGameScreen.tsx';

export default function AdminSapreHalfPage() {
  return <AdminGameScreen gameType="SAPRE_HALF" />;
}
