import { useEffect, useRef } from 'react';
import { alerts as alertsWords } from '#messages/admin/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { playAlert } from './alertSound.ts';
import { alertText, type AlertFacts } from './alertText.ts';
import { useAlerts } from './useAlerts.ts';

const shownForMs = 12_000;

/** Shows nothing: on whatever screen of the back office, a new alert that must be known comes as a toast and a sound. */
export function AlertWatch() {
  useNewAlerts(useAlerts());
  return null;
}

/** Those that were open when the page was opened are not new. */
export function useNewAlerts(alerts: readonly AlertFacts[] | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (alerts === undefined) return;
    const before = known.current;
    known.current = new Set(alerts.map(({ id }) => id));
    const pressing = before === null ? [] : alerts.filter(({ id, mustKnow }) => mustKnow && !before.has(id));
    for (const alert of pressing) {
      showToast({ text: `${alertsWords.kinds[alert.kind]}. ${alertText(alert)}`, tone: 'bad', shownForMs });
    }
    if (pressing.length > 0) playAlert();
  }, [alerts]);
}
