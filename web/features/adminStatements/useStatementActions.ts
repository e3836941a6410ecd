import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { StatementAsideKind } from '../../gql/graphql.ts';
import { statements as texts } from '#messages/admin/statements.ts';

const MatchStatements_Mutation = graphql(`
  mutation MatchStatements_Mutation($input: MatchStatementsInput!) {
    matchStatements(input: $input) {
      ... on MatchStatementsPayload {
        matchedCount
        proposedCount
      }
      ...Refusal_error @unmask
    }
  }
`);

const matchOptions = {
  toast: ({ matchedCount, proposedCount }: { matchedCount: number; proposedCount: number }) =>
    texts.matched(matchedCount, proposedCount),
};

/** Matches the open lines of an account with what was requested since. */
export function useMatchStatements() {
  const { act, pending } = useAction(MatchStatements_Mutation, matchOptions);
  return { match: (payeeId: string) => act({ payeeId }), matching: pending };
}

const ConfirmStatementLines_Mutation = graphql(`
  mutation ConfirmStatementLines_Mutation($input: ConfirmStatementLinesInput!) {
    confirmStatementLines(input: $input) {
      ... on StatementLinesPayload {
        lines {
          id
          state
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const MatchStatementLine_Mutation = graphql(`
  mutation MatchStatementLine_Mutation($input: MatchStatementLineInput!) {
    matchStatementLine(input: $input) {
      ... on StatementLinesPayload {
        lines {
          id
          state
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const SetAsideStatementLines_Mutation = graphql(`
  mutation SetAsideStatementLines_Mutation($input: SetAsideStatementLinesInput!) {
    setAsideStatementLines(input: $input) {
      ... on StatementLinesPayload {
        lines {
          id
          state
          asideKind
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const ReopenStatementLine_Mutation = graphql(`
  mutation ReopenStatementLine_Mutation($input: ReopenStatementLineInput!) {
    reopenStatementLine(input: $input) {
      ... on StatementLinesPayload {
        lines {
          id
          state
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const ReturnPayoutByLine_Mutation = graphql(`
  mutation ReturnPayoutByLine_Mutation($input: ReturnPayoutInput!) {
    returnPayout(input: $input) {
      ... on ReturnPayoutPayload {
        transaction {
          id
          status
        }
      }
      ...Refusal_error @unmask
    }
  }
`);
/** As what lines are set aside, and why. */
export interface SetAside {
  readonly kind: StatementAsideKind;
  readonly reason: string;
}

interface Changed {
  readonly lines: readonly unknown[];
}

const confirmOptions = { toast: ({ lines }: Changed) => texts.lines.confirmed(lines.length) };
const refetch = ['UnclaimedReceipts_Query', 'UnclaimedLines_Query'];
const setAsideOptions = { toast: ({ lines }: Changed) => texts.lines.isSetAside(lines.length), refetch };
const returnOptions = { toast: () => texts.candidates.returned };
const reopenOptions = { toast: () => texts.lines.reopened, refetch };

/** What an admin decides about lines. Each resolves to whether it was done. */
export function useLineActions() {
  const confirm = useAction(ConfirmStatementLines_Mutation, confirmOptions);
  const match = useAction(MatchStatementLine_Mutation, confirmOptions);
  const setAside = useAction(SetAsideStatementLines_Mutation, setAsideOptions);
  const giveBack = useAction(ReturnPayoutByLine_Mutation, returnOptions);
  const reopen = useAction(ReopenStatementLine_Mutation, reopenOptions);
  const isDone = async (outcome: Promise<{ readonly outcome: string }>) => (await outcome).outcome === 'done';
  return {
    busy: [confirm, match, setAside, giveBack, reopen].some(({ pending }) => pending),
    confirm: (lineIds: string[]) => isDone(confirm.act({ lineIds })),
    match: (lineId: string, transactionId: string) => isDone(match.act({ lineId, transactionId })),
    giveBack: (lineId: string, transactionId: string) => isDone(giveBack.act({ lineId, transactionId })),
    setAside: (lineIds: string[], as: SetAside) => isDone(setAside.act({ lineIds, ...as })),
    reopen: (lineId: string) => isDone(reopen.act({ lineId })),
  };
}
