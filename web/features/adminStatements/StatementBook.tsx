import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useState, type ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { StatementLineState } from '../../gql/graphql.ts';
import { statements as texts } from '#messages/admin/statements.ts';
import { keepPreviousData } from '../admin/keepPreviousData.ts';
import { useMay } from '../admin/useMay.ts';
import { SearchField } from '../admin/SearchField.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { DayList } from './DayList.tsx';
import { FoundLines } from './FoundLines.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LineBook } from './LineBook.tsx';
import { UnclaimedReceipts } from './UnclaimedReceipts.tsx';
import { appended } from './linePages.ts';
import classes from './Statements.module.css';
import { useMatchStatements } from './useStatementActions.ts';

const StatementBook_Query = graphql(`
  query StatementBook_Query($payeeId: ID!, $state: StatementLineState, $day: Date, $after: String) {
    viewer {
      admin {
        statementDays(payeeId: $payeeId) {
          ...DayList_day @unmask
        }
        statementCounts(payeeId: $payeeId, day: $day) {
          matched
          proposed
          unmatched
          setAside
        }
        statementLines(first: 100, after: $after, payeeId: $payeeId, state: $state, day: $day) {
          edges {
            node {
              id
              ...LineRow_line @unmask
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

interface StatementBookProps {
  payeeId: string;
  /** What is searched for, among the lines of every account; empty: nothing. */
  search: string;
  onSearch: (search: string) => void;
  /** The choice of the account. */
  children: ReactNode;
}

/** The days and lines of one account, or what a search finds. */
export function StatementBook({ payeeId, search, onSearch, children }: StatementBookProps) {
  const [state, setState] = useState<StatementLineState>('PROPOSED');
  const [day, setDay] = useState<string | null>(null);
  const mayManage = useMay()('STATEMENT_MANAGE');
  const answer = useQuery(StatementBook_Query, {
    variables: { payeeId, state, day },
    fetchPolicy: 'cache-and-network',
  });
  const refetch = () => void answer.refetch().catch(() => undefined);
  return (
    <>
      <div className={classes.bar}>
        {children}
        {mayManage && <StatementActions payeeId={payeeId} onDone={refetch} />}
        <SearchField
          label={texts.lines.search}
          placeholder={texts.lines.searchHint}
          value={search}
          onSearch={onSearch}
          className={classes.search}
        />
      </div>
      {search === '' && <UnclaimedReceipts onDone={refetch} />}
      {search !== '' && <FoundLines search={search} />}
      {search === '' && (
        <QueryBoundary of={keepPreviousData(answer)}>
          {({ viewer }) => {
            const { statementDays, statementLines, statementCounts } = viewer?.admin ?? {};
            if (!statementDays || !statementLines || !statementCounts) return null;
            return (
              <>
                <DayList payeeId={payeeId} days={statementDays} onDone={refetch} />
                {statementDays.length > 0 && (
                  <LineBook
                    lines={statementLines}
                    counts={statementCounts}
                    days={statementDays.map((one) => one.day)}
                    shown={{ state, day }}
                    onShow={(next) => {
                      setState(next.state);
                      setDay(next.day);
                    }}
                    onDone={refetch}
                    fetchMore={(options) => answer.fetchMore({ ...options, updateQuery: appended })}
                  />
                )}
              </>
            );
          }}
        </QueryBoundary>
      )}
    </>
  );
}

function StatementActions({ payeeId, onDone }: { payeeId: string; onDone: () => void }) {
  const [importing, setImporting] = useState(false);
  const { match, matching } = useMatchStatements();
  return (
    <>
      <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setImporting(true)}>
        {texts.import}
      </Button>
      <Button
        variant="raised"
        loading={matching}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => void match(payeeId).then(onDone)}
      >
        {texts.match}
      </Button>
      {importing && (
        <ImportDialog
          payeeId={payeeId}
          onClose={() => setImporting(false)}
          onDone={() => {
            setImporting(false);
            onDone();
          }}
        />
      )}
    </>
  );
}
