import { GameScreen } from '../../features/game/GameScreen.tsx';

export default function SapreThreePage() {
  return <GameScreen gameType="SAPRE_THREE" />;
}
