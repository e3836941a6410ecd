import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { serverClock } from '../../apollo/serverClock.ts';
import { faultOf, thisMonth } from '../../features/records/days.ts';
import { DaysFields } from '../../features/records/DaysFields.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { useDownload } from '../../features/shell/useDownload.ts';
import { graphql } from '../../gql/gql.ts';
import type { StatementPage_QueryQuery } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { statement as statementWords } from '#messages/statement.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';

const StatementPage_Query = graphql(`
  query StatementPage_Query($range: DateRange!) {
    viewer {
      statement(range: $range) {
        opening
        deposits
        playCredits
        corrections
        returned
        staked
        withdrawals
        closing
        entries
        csv {
          path
        }
        pdf {
          path
        }
      }
    }
  }
`);

type Statement = NonNullable<NonNullable<StatementPage_QueryQuery['viewer']>['statement']>;

/** The account in sums for chosen days, and its statement as a file. */
export default function StatementPage() {
  const [days, setDays] = useState(() => thisMonth(serverClock.now()));
  const wrong = faultOf(days) !== null;
  const { data, previousData, ...answer } = useQuery(StatementPage_Query, {
    variables: { range: { ...days } },
    skip: wrong,
    fetchPolicy: 'cache-and-network',
  });
  return (
    <Screen title={titles.statement} backTo={paths.transactions}>
      <Stack>
        <Card>
          <DaysFields days={days} onChange={setDays} />
        </Card>
        {!wrong && (
          <QueryBoundary
            of={{ ...answer, data: data ?? (answer.error ? undefined : previousData) }}
            loading={<Skeleton heights={[286, 128]} />}
          >
            {({ viewer }) => viewer?.statement && <Sums statement={viewer.statement} />}
          </QueryBoundary>
        )}
      </Stack>
    </Screen>
  );
}

function Sums({ statement }: { statement: Statement }) {
  const { opening, deposits, playCredits, corrections, returned, staked, withdrawals, closing, entries } = statement;
  const facts = [
    [statementWords.opening, formatMoney(opening)],
    [statementWords.deposits, formatMoney(deposits)],
    [statementWords.playCredits, playCredits === '0.00' ? null : formatMoney(playCredits)],
    [statementWords.corrections, corrections === '0.00' ? null : formatMoney(corrections)],
    [statementWords.returned, formatMoney(returned)],
    [statementWords.staked, formatMoney(`-${staked}`)],
    [statementWords.withdrawals, formatMoney(`-${withdrawals}`)],
    [statementWords.closing, formatMoney(closing)],
    [statementWords.entries, String(entries)],
  ] as const;
  return (
    <>
      <Card title={statementWords.sums}>
        <Facts facts={facts} />
      </Card>
      <Card>
        <Files csv={statement.csv} pdf={statement.pdf} />
      </Card>
    </>
  );
}

function Files({ csv, pdf }: Pick<Statement, 'csv' | 'pdf'>) {
  const { download, downloading } = useDownload();
  if (csv === null) return <Notice tone="attention">{statementWords.tooMany}</Notice>;
  return (
    <Stack gap={12}>
      <p>{statementWords.hint}</p>
      {pdf === null ? (
        <Notice tone="attention">{statementWords.tooManyForPdf}</Notice>
      ) : (
        <Button fullWidth loading={downloading} onClick={() => void download(pdf.path)}>
          {statementWords.pdf}
        </Button>
      )}
      <Button fullWidth variant="light" loading={downloading} onClick={() => void download(csv.path)}>
        {statementWords.csv}
      </Button>
    </Stack>
  );
}
