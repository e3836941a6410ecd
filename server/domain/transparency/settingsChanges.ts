import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import type { GameSettings } from '../settings/gameSettings.ts';
import { instant } from '../stats/activitySql.ts';
import { readMonth } from './month.ts';

/** At most so many changes of a month are shown, the newest; there may be more in the audit log. */
export const MOST_CHANGES = 100;

/** A change of the settings that decide results, for the rounds that open from then on. */
export interface SettingsChange {
  at: Date;
  before: GameSettings;
  after: GameSettings;
}

/** The newest changes of a month of Asia/Kolkata, newest first. Public. Refuses with INVALID_INPUT what is no month. */
export async function settingsChanges(ctx: Context, month: string): Promise<SettingsChange[]> {
  authorize(ctx, 'contest:read');
  const { from, to } = readMonth(month);
  const rows = await rawQuery<{ at: Date; before: string; after: string }>(
    ctx.db,
    sql`
      select at, before, after from audit_log
       where subject_type = 'settings' and subject = 'game' and at >= ${instant(from)} and at < ${instant(to)}
         and action in ('settings:randomize', 'settings:profitabilityLevel')
       order by id desc limit ${MOST_CHANGES}`,
  );
  return rows.map(({ at, before, after }) => ({ at, before: settingsIn(before), after: settingsIn(after) }));
}

/** From the canonical JSON of the audit log. */
function settingsIn(json: string): GameSettings {
  const { randomize, profitabilityIndex } = JSON.parse(json) as GameSettings;
  return { randomize, profitabilityIndex };
}
