import { GameScreen } from '../../features/game/GameScreen.tsx';

export default function SapreHalfPage() {
  return <GameScreen gameType="SAPRE_HALF" />;
}
