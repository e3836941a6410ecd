import { AdminGameScreen } from '../../features/adminGames/AdminGameScreen.tsx';

export function AdminSapreThreePage() {
  return <AdminGameScreen gameType="SAPRE_THREE" />;
}
