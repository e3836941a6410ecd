import { AdminGameScreen } from '../../features/adminGames/AdminGameScreen.tsx';

export function AdminSapreHalfPage() {
  return <AdminGameScreen gameType="SAPRE_HALF" />;
}
