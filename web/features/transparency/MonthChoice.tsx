import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { pageLanguage } from '../../apollo/language.ts';
import { locales } from '../../messages/locales.ts';
import { game as gameWords } from '#messages/game.ts';
import { transparency } from '#messages/transparency.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { games } from '../game/games.ts';
import classes from './Transparency.module.css';
import type { ChosenMonth } from './useChosenMonth.ts';

/** What the page is about: one game and one month. */
export function MonthChoice({ gameType, month, chooseGame, previous, next }: ChosenMonth) {
  const text = transparency;
  return (
    <Card>
      <Stack gap={12}>
        <p>{text.intro}</p>
        <SegmentedControl
          label={text.game}
          options={games.map((game) => ({ value: game.gameType, label: gameWords.lengths[game.gameType] }))}
          value={gameType}
          onChange={chooseGame}
        />
        <div className={classes.months}>
          <IconButton aria-label={text.previousMonth} onClick={previous}>
            <IconChevronLeft size={18} aria-hidden />
          </IconButton>
          <span role="status" className={classes.month}>
            {monthName(month)}
          </span>
          <IconButton aria-label={text.nextMonth} disabled={!next} onClick={next}>
            <IconChevronRight size={18} aria-hidden />
          </IconButton>
        </div>
      </Stack>
    </Card>
  );
}

function monthName(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locales[pageLanguage()], format).format(new Date(`${month}-01T00:00:00Z`));
}
