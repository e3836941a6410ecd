import { sql } from 'drizzle-orm';

/** The network of one subscriber: a whole IPv4 address, of an IPv6 address the first half. Of a session `s`. */
export const place = sql`coalesce(
  substring(lower(s.address) from '^(([0-9a-f]{1,4}:){4})'), regexp_replace(lower(s.address), '^::ffff:', ''))`;

/** What kind of device, without the versions of its programs, which change every few weeks. Of a session `s`. */
export const device = sql`regexp_replace(coalesce(s.user_agent, ''), '/[0-9.]+', '', 'g')`;
