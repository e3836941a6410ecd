import { Button } from '@mantine/core';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { formatInstant } from '../../lib/time.ts';
import { alerts as texts } from '#messages/admin/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { accessTo } from '../admin/adminAccess.ts';
import { useMay } from '../admin/useMay.ts';
import { LinkButton } from '../shell/LinkButton.tsx';
import classes from '../adminAlerts/Alerts.module.css';
import { alertText, solvedAt, type AlertFacts } from '../adminAlerts/alertText.ts';

const AlertItem_Mutation = graphql(`
  mutation AlertItem_Mutation($input: AcknowledgeAlertInput!) {
    acknowledgeAlert(input: $input) {
      ... on AcknowledgeAlertPayload {
        alert {
          id
          acknowledgedAt
          acknowledgedBy {
            id
            name
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = {};

/** An alert with its cause, the page where it is solved, and who has it in hand. */
export function AlertItem({ alert }: { alert: AlertFacts }) {
  const may = useMay();
  const { act, pending } = useAction(AlertItem_Mutation, options);
  const { kind, openedAt, endedAt, acknowledgedBy, acknowledgedAt } = alert;
  const page = solvedAt(alert);
  const [path = page] = page.split('?');

  const take = async () => {
    const { problem } = await act({ alertId: alert.id });
    showToast(problem ? { text: problem.text, tone: 'bad' } : { text: texts.acknowledged, tone: 'good' });
  };
  return (
    <article className={classes.item} aria-label={texts.kinds[kind]}>
      <h3 className={classes.kind}>{texts.kinds[kind]}</h3>
      <p>{alertText(alert)}</p>
      <p className={classes.quiet}>
        {endedAt === null
          ? texts.since(formatInstant(openedAt))
          : texts.until(formatInstant(openedAt), formatInstant(endedAt))}{' '}
        {acknowledgedBy && acknowledgedAt && texts.inHand(acknowledgedBy.name, formatInstant(acknowledgedAt))}
      </p>
      {endedAt === null && (
        <div className={classes.actions}>
          {may(accessTo(path)) && (
            <LinkButton to={page} quiet>
              {texts.solve[kind]}
            </LinkButton>
          )}
          {!acknowledgedBy && may('ALERT_ACKNOWLEDGE') && (
            <Button
              variant="light"
              mih={44}
              loading={pending}
              aria-label={texts.acknowledgeWhat(texts.kinds[kind])}
              onClick={() => void take()}
            >
              {texts.acknowledge}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
