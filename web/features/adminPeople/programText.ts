import { programOf } from '../../lib/userAgent.ts';
import { detail } from '#messages/admin/detail.ts';

/** The browser's name; for another program, its own User-Agent. */
export function programText(userAgent: string | null): string {
  const { sessions } = detail;
  const program = userAgent && programOf(userAgent);
  if (program) return sessions.program(program.browser, program.system);
  return userAgent ?? sessions.unknownAgent;
}
