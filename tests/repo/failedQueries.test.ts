import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Files whose queries show no error state when they fail, each with the reason why none is needed. */
const silent: Readonly<Record<string, string>> = {
  'web/features/admin/AdminNotifications.tsx': 'the count on the bell, which waits for the next event',
  'web/features/adminAlerts/useAlerts.ts': 'the count in the menu; the page of alerts asks for itself',
  'web/features/adminAudit/useNewEntries.ts': 'how many entries are new, which the next event asks again',
  'web/features/adminPayments/FilterChoices.tsx': 'choices of a filter: without them the others work',
  'web/features/adminPayments/PaymentTotals.tsx': 'figures above a list that tells its own failure; theirs are dashes',
  'web/features/adminStatements/ImportDialog.tsx': 'names of banks that are proposed; others can be typed',
  'web/features/adminSupport/Assignee.tsx': 'names to choose from; who has the ticket is in its own query',
  'web/features/adminSupport/TicketComposer.tsx': 'canned answers, beside the field for one’s own',
  'web/features/evidence/CountedBalance.tsx': 'a mark that claims nothing where it isn’t shown',
  'web/features/evidence/ReceiptWatch.tsx': 'reads the cache alone',
  'web/features/game/LastNumbers.tsx': 'the result table below asks the same, and the next round brings its number',
  'web/features/notices/Notices.tsx': 'what is paused refuses by itself, with the notice',
  'web/features/playCredit/PlayCreditOffer.tsx': 'an offer',
  'web/features/playSafely/RealityCheckDialog.tsx': 'figures in a dialog that can be answered without them',
  'web/pages/player/DepositMethodPage.tsx': 'hints on links whose pages tell it',
};
const TELLS = /\b(?:QueryBoundary|hasFailed)\b|\.error\b|\berror(?:,| \})/;

test('whatever asks the server shows when that fails, or a reason stands here', () => {
  const files = ['web/features', 'web/pages', 'web/apollo', 'web/lib', 'web/ui']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const asking = files.filter((path) => /\buseQuery\(/.test(readFileSync(path, 'utf8')));
  expect(asking.length).toBeGreaterThan(50);
  const untold = asking.filter((path) => !TELLS.test(readFileSync(path, 'utf8')));
  expect(untold.toSorted()).toEqual(Object.keys(silent).toSorted());
});
