import { count, eq } from 'drizzle-orm';
import { withoutDatabaseClock } from '../../db/databaseClock.ts';
import { users } from '../../db/schema/accounts.ts';
import { contests } from '../../db/schema/contests.ts';
import { commandArguments } from './commandArguments.ts';
import { runCommand } from './runCommand.ts';
import { admin, players } from '../demo/cast.ts';
import { playWeek } from '../demo/playWeek.ts';
import { DEMO_PASSWORD } from '../demo/demoWorld.ts';
import type { Services } from '../domain/ground/verbs/context.ts';

const USAGE = `npm run seed:demo
  Writes a week of play by a few players, up to this minute, into a database without any play: rounds, bets, payments,
  tickets. Does nothing where the demo exists already. Refused with real money and where mail is sent.`;

commandArguments(USAGE);

/** By the regular domain functions on a moved clock: the database's is suspended meanwhile, which requires the owner's connection. */
await runCommand(async (services, addresses) => {
  const obstacle = await obstacleTo(services);
  if (obstacle) {
    console.error(obstacle);
    return 1;
  }
  if (await isThere(services)) {
    console.log('The demo is there already.');
  } else {
    console.log('A week is being played; this takes about a minute.');
    const primaryPassword = await withoutDatabaseClock(addresses, () => playWeek(services));
    if (primaryPassword) {
      console.log(
        `The primary admin is ${services.config.primaryAdminEmail}. The password, shown only this once: ${primaryPassword}`,
      );
    }
  }
  console.log(
    `Sign in as ${players[0].email} or ${players[1].email}, or as the admin ${admin.email}. Password: ${DEMO_PASSWORD}`,
  );
  return 0;
});

async function obstacleTo(services: Services): Promise<string | null> {
  if (services.config.moneyMode !== 'play') return 'The demo is for play money only: MONEY_MODE is real.';
  if (services.mail) return 'The demo writes mails to people who do not exist: unset SMTP_URL first.';
  const [played] = await services.db.select({ rounds: count() }).from(contests);
  if (played?.rounds && !(await isThere(services))) {
    return 'Rounds have been played in this database. Give the demo one of its own, e.g. DATA_DIR=.demo, and start the server with the same.';
  }
  return null;
}

async function isThere({ db }: Services): Promise<boolean> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, players[0].email));
  return found !== undefined;
}
