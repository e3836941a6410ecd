import { alerts as alertsWords } from '#messages/admin/alerts.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import classes from './Alerts.module.css';
import { alertText } from './alertText.ts';
import { useAlerts } from './useAlerts.ts';

const MOST = 3;

/** On the dashboard: the open alerts, the newest ones in a sentence each. Nothing without any. */
export function AlertsBanner() {
  const alerts = useAlerts() ?? [];
  if (alerts.length === 0) return null;
  const texts = alertsWords;
  return (
    <div className={classes.banner}>
      <Notice tone="attention">
        <strong>{texts.banner(alerts.length)}</strong>
        {alerts.slice(0, MOST).map((alert) => (
          <p key={alert.id}>
            {texts.kinds[alert.kind]}: {alertText(alert)}
          </p>
        ))}
        <LinkButton to={paths.admin.alerts} quiet>
          {texts.seeAll}
        </LinkButton>
      </Notice>
    </div>
  );
}
