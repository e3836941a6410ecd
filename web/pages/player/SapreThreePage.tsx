import { GameScreen } from '../../features/game/GameScreen.tsx';

export function SapreThreePage() {
  return <GameScreen gameType="SAPRE_THREE" />;
}
