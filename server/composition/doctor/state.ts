import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { rowsOf } from './database.ts';
import { advice, ageText, type Finding, wrong } from './finding.ts';

/** Rounds end within a second. */
const OVERDUE_SECONDS = 90;
const MAIL_AGE_MS = 15 * 60_000;
const AUDIT_AGE_MS = 30 * 3_600_000;

export async function checkRounds(client: pg.Client): Promise<Finding[]> {
  const [found] = await rowsOf<
    Record<'unpaid' | 'waiting', number> & Record<'unpaidSince' | 'waitingSince', Date | null>
  >(
    client,
    `with late as (
       select ends_at, state = 'CLOSED' and draw_version = 2 and seed is not null as waits from contests
        where settled_at is null and ends_at < db_now() - interval '${OVERDUE_SECONDS} seconds')
     select count(*) filter (where not waits)::int as unpaid, min(ends_at) filter (where not waits) as "unpaidSince",
            count(*) filter (where waits)::int as waiting, min(ends_at) filter (where waits) as "waitingSince" from late`,
  );
  const findings: Finding[] = [];
  if (found && found.unpaid > 0) {
    findings.push(
      wrong(
        `${found.unpaid} rounds have ended and are not paid, the oldest since ${found.unpaidSince?.toISOString()}.`,
        'Start a server: it decides and pays them. If one runs, its log says what keeps it from that.',
      ),
    );
  }
  if (found && found.waiting > 0) {
    findings.push(
      wrong(
        `${found.waiting} rounds wait for the beacon, the oldest since ${found.waitingSince?.toISOString()}.`,
        'Keep a server running that reaches a relay of BEACON or one with which they opened: it asks at least hourly, and decides them when the number comes.',
      ),
    );
  }
  return findings;
}

export async function checkBooks(client: pg.Client): Promise<Finding[]> {
  const [audit] = await rowsOf<{ ageMs: number; faults: number }>(
    client,
    `select extract(epoch from db_now() - finished_at)::float8 * 1000 as "ageMs",
            coalesce((select sum((c ->> 'faultCount')::int) from jsonb_array_elements(checks) c), 0)::int as faults
       from book_audits where finished_at is not null order by due_at desc limit 1`,
  );
  if (!audit)
    return [advice('The books have never been audited.', 'Let a server run over night, or run npm run audit.')];
  const findings: Finding[] = [];
  if (audit.faults > 0) {
    findings.push(
      wrong(
        `The last audit of the books found ${audit.faults} faults.`,
        'Run npm run audit, which names them, before approving any payment.',
      ),
    );
  }
  if (audit.ageMs > AUDIT_AGE_MS) {
    findings.push(
      wrong(
        `The books were last audited ${ageText(audit.ageMs)} ago.`,
        'Keep a server running at 03:00 in India, or run npm run audit.',
      ),
    );
  }
  return findings;
}

/** Only where mails are sent. */
export async function checkMails(client: pg.Client, { money, publicUrl }: Config): Promise<Finding[]> {
  const [mails] = await rowsOf<{ count: number; failing: number; ageMs: number | null }>(
    client,
    `select count(*)::int as count, (count(*) filter (where attempts > 0))::int as failing,
            extract(epoch from db_now() - min(created_at))::float8 * 1000 as "ageMs" from mails
      where sent_at is null and (money_mode is null or money_mode = $1 and public_url = $2)
        and created_at > db_now() - case when attempts > 0 then interval '3 days' else interval '1 day' end`,
    [money.mode, publicUrl],
  );
  if (!mails || mails.ageMs === null || mails.ageMs < MAIL_AGE_MS) return [];
  return [
    wrong(
      `${mails.count} mails wait to be sent, the oldest for ${ageText(mails.ageMs)}; ${mails.failing} of them failed at least once.`,
      'Check SMTP_URL and the mail server: players wait for passwords and links.',
    ),
  ];
}

export async function checkWitnesses(client: pg.Client, vkeys: readonly string[]): Promise<Finding[]> {
  const { rows } = await client.query<{ vkey: string; failures: number; fault: string | null; confirmed: boolean }>(
    `select k.vkey, coalesce(w.failures, 0) as failures, w.fault, w.confirmed_at is not null as confirmed
       from unnest($1::text[]) k(vkey) left join log_witnesses w using (vkey)`,
    [vkeys],
  );
  return rows
    .filter(({ failures, confirmed }) => failures > 0 || !confirmed)
    .map(({ vkey, failures, fault, confirmed }) =>
      wrong(
        `The witness ${vkey.split('+')[0]} ${confirmed ? 'last failed' : 'has confirmed nothing yet'}${fault === null ? '' : `: ${fault.toLowerCase()}, ${failures} times in a row`}.`,
        'Rounds with a beacon are void without a majority of witnesses: ask its operator, or change WITNESSES.',
      ),
    );
}

/** A database of the operator's own that archives. */
export async function checkOwnArchive(client: pg.Client): Promise<Finding[]> {
  const [state] = await rowsOf<{ mode: string; failed: string | null }>(
    client,
    `select current_setting('archive_mode') as mode,
            case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failed
       from pg_stat_archiver`,
  );
  if (state?.mode === 'off') {
    return [
      advice(
        'PostgreSQL archives no log: a lost machine takes with it what came after the last backup.',
        'Set up pgbackrest (server/deploy/backup.md#archiving-a-postgresql-of-your-own).',
      ),
    ];
  }
  if (state?.failed == null) return [];
  return [
    wrong(
      `PostgreSQL could not archive ${state.failed}.`,
      "See PostgreSQL's log: until then its disk fills, and a restore lacks it.",
    ),
  ];
}
