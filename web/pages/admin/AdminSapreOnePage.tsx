import { AdminGameScreen } from '../../features/adminGames/AdminGameScreen.tsx';

export default function AdminSapreOnePage() {
  return <AdminGameScreen gameType="SAPRE_ONE" />;
}
