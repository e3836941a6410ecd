import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useMay } from '../../features/admin/useMay.ts';
import { AlertItem } from '../../features/adminAlertList/AlertItem.tsx';
import classes from '../../features/adminAlerts/Alerts.module.css';
import type { AlertFacts } from '../../features/adminAlerts/alertText.ts';
import { KeyClashes } from '../../features/adminAlertList/KeyClashes.tsx';
import { AlertThresholds } from '../../features/adminAlertList/AlertThresholds.tsx';
import { DailyReportChoice } from '../../features/adminAlertList/DailyReportChoice.tsx';
import { SoundChoice } from '../../features/adminAlerts/SoundChoice.tsx';
import { useAlerts } from '../../features/adminAlerts/useAlerts.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import { alerts as texts } from '#messages/admin/alerts.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const AlertsPage_Query = graphql(`
  query AlertsPage_Query {
    viewer {
      admin {
        alerts {
          ...AlertFacts_alert @unmask
        }
        ended: alerts(ended: true) {
          ...AlertFacts_alert @unmask
        }
        getsDailyReport
        alertThresholds {
          ...AlertThresholds_threshold @unmask
        }
      }
    }
  }
`);

/** What admins should know now, live; what is over; the sound; and from what values on alerts open. */
export default function AlertsPage() {
  const answer = useQuery(AlertsPage_Query, { fetchPolicy: 'cache-and-network' });
  const open = useAlerts();
  const mayReadPayments = useMay()('TRANSACTION_READ_ALL');
  return (
    <AdminPage title={texts.title}>
      <QueryBoundary of={answer}>
        {({ viewer }) => (
          <div className={classes.sections}>
            <section>
              <h2 className={classes.heading}>{texts.open}</h2>
              <AlertGrid alerts={open ?? viewer?.admin?.alerts ?? []} none={texts.none} hint={texts.noneHint} />
            </section>
            <Card>
              <SoundChoice />
              {viewer?.admin?.getsDailyReport != null && <DailyReportChoice wanted={viewer.admin.getsDailyReport} />}
            </Card>
            {mayReadPayments && <KeyClashes />}
            <AlertThresholds thresholds={viewer?.admin?.alertThresholds ?? []} />
            <section>
              <h2 className={classes.heading}>{texts.ended}</h2>
              <AlertGrid alerts={viewer?.admin?.ended ?? []} none={texts.noneEnded} />
            </section>
          </div>
        )}
      </QueryBoundary>
    </AdminPage>
  );
}

function AlertGrid({ alerts, none, hint = '' }: { alerts: readonly AlertFacts[]; none: string; hint?: string }) {
  if (alerts.length === 0) {
    return (
      <Card>
        <EmptyState title={none} hint={hint} />
      </Card>
    );
  }
  return (
    <ul className={classes.list}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <Card>
            <AlertItem alert={alert} />
          </Card>
        </li>
      ))}
    </ul>
  );
}
