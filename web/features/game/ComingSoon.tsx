import IconGridDots from '@tabler/icons-react/dist/esm/icons/IconGridDots.mjs';
import IconHorse from '@tabler/icons-react/dist/esm/icons/IconHorse.mjs';
import IconPlane from '@tabler/icons-react/dist/esm/icons/IconPlane.mjs';
import IconRotateClockwise2 from '@tabler/icons-react/dist/esm/icons/IconRotateClockwise2.mjs';
import { home } from '#messages/home.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './ComingSoon.module.css';

const { soonGames } = home;
const soon = [
  { name: soonGames.aviator, Icon: IconPlane },
  { name: soonGames.keno, Icon: IconGridDots },
  { name: soonGames.horse, Icon: IconHorse },
  { name: soonGames.turn, Icon: IconRotateClockwise2 },
];

/** Games that aren't available yet: names and logos only. */
export function ComingSoon() {
  return (
    <Card title={home.comingSoon}>
      <ul className={classes.logos}>
        {soon.map(({ name, Icon }) => (
          <li key={name} className={classes.logo}>
            <span className={classes.picture}>
              <Icon size={30} aria-hidden />
            </span>
            {name}
          </li>
        ))}
      </ul>
    </Card>
  );
}
