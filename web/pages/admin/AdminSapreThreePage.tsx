import { AdminGameScreen } from '../../features/adminGames/AdminGameScreen.tsx';

export default function AdminSapreThreePage() {
  return <AdminGameScreen gameType="SAPRE_THREE" />;
}
