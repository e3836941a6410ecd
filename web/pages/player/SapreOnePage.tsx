import { GameScreen } from '../../features/game/GameScreen.tsx';

export function SapreOnePage() {
  return <GameScreen gameType="SAPRE_ONE" />;
}
