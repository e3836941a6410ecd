import { AdminGameScreen } from '../../features/adminGames/AdminGameScreen.tsx';

export function AdminSapreOnePage() {
  return <AdminGameScreen gameType="SAPRE_ONE" />;
}
