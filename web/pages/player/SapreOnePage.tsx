import { GameScreen } from '../../features/game/GameScreen.tsx';

export default function SapreOnePage() {
  return <GameScreen gameType="SAPRE_ONE" />;
}
