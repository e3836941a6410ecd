import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { alerts as texts } from '#messages/admin/alerts.ts';
import { paths } from '../../paths.ts';
import { showToast } from '../../ui/toasts.ts';
import classes from '../adminAlerts/Alerts.module.css';
import { useProduct } from '../product/useProduct.ts';
import { LinkButton } from '../shell/LinkButton.tsx';

const DailyReportChoice_Mutation = graphql(`
  mutation DailyReportChoice_Mutation($input: ChooseDailyReportInput!) {
    chooseDailyReport(input: $input) {
      ... on ChooseDailyReportPayload {
        wanted
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { refetch: ['AlertsPage_Query'] };

/** Whether the admin gets yesterday's figures by mail. */
export function DailyReportChoice({ wanted }: { wanted: boolean }) {
  const { sendsMail } = useProduct();
  const [chosen, setChosen] = useState(wanted);
  const { act, pending } = useAction(DailyReportChoice_Mutation, options);
  const choose = async (next: boolean) => {
    setChosen(next);
    const { problem } = await act({ wanted: next });
    if (!problem) return;
    setChosen(!next);
    showToast({ text: problem.text, tone: 'bad' });
  };
  return (
    <>
      <label className={classes.sound}>
        <input
          type="checkbox"
          checked={chosen}
          disabled={pending}
          onChange={({ currentTarget }) => void choose(currentTarget.checked)}
        />
        <span>{texts.dailyReport}</span>
      </label>
      {!sendsMail && <p className={classes.quiet}>{texts.dailyReportKept}</p>}
      <LinkButton to={paths.admin.reports} quiet>
        {texts.dailyReports}
      </LinkButton>
    </>
  );
}
