import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { LinePlayerMark } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { statements } from '#messages/admin/statements.ts';
import { TextField } from '../../ui/TextField.tsx';
import { keepPreviousData } from '../admin/keepPreviousData.ts';
import { maxMessageLength } from '../adminPayments/decisionChecks.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
import { SearchField } from '../admin/SearchField.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './Statements.module.css';

const CreditDialog_Query = graphql(`
  query CreditDialog_Query($id: ID!, $search: String!, $searches: Boolean!) {
    node(id: $id) {
      id
      ... on StatementLine {
        possiblePlayers {
          by
          player {
            id
            name
            uid
          }
        }
      }
    }
    viewer {
      admin {
        members(userType: PLAYER, search: $search, first: 5) @include(if: $searches) {
          edges {
            node {
              id
              user {
                id
                name
                uid
              }
            }
          }
        }
      }
    }
  }
`);

const CreditStatementLine_Mutation = graphql(`
  mutation CreditStatementLine_Mutation($input: CreditStatementLineInput!) {
    creditStatementLine(input: $input) {
      ... on CreditStatementLinePayload {
        proposal {
          id
          status
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = statements.credit;
const options = { toast: () => texts.proposed, refetch: ['UnclaimedLines_Query'] };

interface CreditDialogProps {
  line: {
    readonly id: string;
    readonly amount: string;
    readonly description: string;
    readonly unclaimedDays: number | null;
  };
  onClose: () => void;
  onDone: () => void;
}

/** Proposes to credit a line to a player, who is found by reference, payout account or name, or by a search. */
export function CreditDialog({ line, onClose, onDone }: CreditDialogProps) {
  const [userId, setUserId] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [missing, setMissing] = useState(false);
  const { act, pending, problem } = useAction(CreditStatementLine_Mutation, options);
  const propose = async (reason: string) => {
    setMissing(userId === null);
    if (userId === null) return;
    const answer = await act({ lineId: line.id, userId, reason, message: message.trim() || null });
    if (answer.outcome === 'done') onDone();
  };
  return (
    <ReasonDialog
      opened
      title={texts.title(formatMoney(line.amount))}
      question={texts.question(line.description)}
      hint={texts.reasonHint}
      confirmLabel={texts.submit}
      busy={pending}
      problem={missing && userId === null ? texts.playerMissing : problem?.text}
      onConfirm={(reason) => void propose(reason)}
      onCancel={onClose}
    >
      {line.unclaimedDays !== null && <p>{texts.receipt}</p>}
      <PlayerChoice lineId={line.id} chosen={userId} onChoose={setUserId} />
      <TextField label={texts.message} maxLength={maxMessageLength} value={message} onChange={setMessage} />
    </ReasonDialog>
  );
}

interface PlayerChoiceProps {
  lineId: string;
  chosen: string | null;
  onChoose: (userId: string) => void;
}

function PlayerChoice({ lineId, chosen, onChoose }: PlayerChoiceProps) {
  const [search, setSearch] = useState('');
  const answer = useQuery(CreditDialog_Query, {
    variables: { id: lineId, search, searches: search !== '' },
    fetchPolicy: 'network-only',
  });
  return (
    <>
      <SearchField label={texts.search} placeholder={texts.searchHint} value={search} onSearch={setSearch} />
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ node, viewer }) => {
          const possible = node?.__typename === 'StatementLine' ? node.possiblePlayers : [];
          const found = viewer?.admin?.members?.edges.map((edge) => edge.node.user) ?? [];
          const others = found.filter(({ id }) => possible.every(({ player }) => player.id !== id));
          const players = [...possible, ...others.map((player) => ({ player, by: null }))];
          if (players.length === 0) return <p>{search === '' ? texts.nobody : texts.notFound}</p>;
          return (
            <fieldset className={classes.choice}>
              <legend>{texts.player}</legend>
              {players.map(({ player, by }) => (
                <PlayerOption
                  key={player.id}
                  player={player}
                  by={by}
                  checked={chosen === player.id}
                  onChoose={() => onChoose(player.id)}
                />
              ))}
            </fieldset>
          );
        }}
      </QueryBoundary>
    </>
  );
}

interface PlayerOptionProps {
  player: { readonly name: string; readonly uid: string };
  /** By what the line's text names the player; null: found by the search. */
  by: LinePlayerMark | null;
  checked: boolean;
  onChoose: () => void;
}

function PlayerOption({ player: { name, uid }, by, checked, onChoose }: PlayerOptionProps) {
  return (
    <label className={classes.option}>
      <input
        type="radio"
        name="player"
        aria-label={texts.one(name, uid)}
        checked={checked}
        onChange={() => onChoose()}
      />
      <span className={classes.two}>
        <strong>{texts.one(name, uid)}</strong>
        {by !== null && <span className={classes.ledger}>{texts.by[by]}</span>}
      </span>
    </label>
  );
}
