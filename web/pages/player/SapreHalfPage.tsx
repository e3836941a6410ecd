import { GameScreen } from '../../features/game/GameScreen.tsx';

export function SapreHalfPage() {
  return <GameScreen gameType="SAPRE_HALF" />;
}
