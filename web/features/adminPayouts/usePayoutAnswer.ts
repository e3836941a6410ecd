import { useState } from 'react';
import { useAction, type PayloadOf } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { ReadPayoutAnswer_MutationMutation } from '../../gql/graphql.ts';
import { dataUrlOf } from '../../lib/dataUrl.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';

const ReadPayoutAnswer_Mutation = graphql(`
  mutation ReadPayoutAnswer_Mutation($input: ReadPayoutAnswerInput!) {
    readPayoutAnswer(input: $input) {
      ... on ReadPayoutAnswerPayload {
        columns
        referenceColumn
        rows {
          row
          text
          reference
          problem
          payout {
            id
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = payoutBatches.answer;
const options = {};
const maxBytes = 5 * 1024 * 1024;

export type ReadAnswer = PayloadOf<ReadPayoutAnswer_MutationMutation>;

type Source = { readonly text: string } | { readonly content: string };

/** Reads the bank's answer, pasted or as a file; `onRead` gets the references by payout. */
export function usePayoutAnswer(batchId: string, onRead: (references: Record<string, string>) => void) {
  const { act, pending, problem } = useAction(ReadPayoutAnswer_Mutation, options);
  const [source, setSource] = useState<Source | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [read, setRead] = useState<ReadAnswer | null>(null);

  const look = async (next: Source, referenceColumn: number | null = null) => {
    setSource(next);
    const answer = await act({ batchId, ...next, referenceColumn });
    const shown = answer.outcome === 'done' ? answer.payload : null;
    setRead(shown);
    const found = shown?.rows.flatMap(({ payout, reference }) =>
      payout === null || reference === null ? [] : [[payout.id, reference] as const],
    );
    if (found !== undefined && found.length > 0) onRead(Object.fromEntries(found));
  };
  return {
    file,
    wrong,
    read,
    reading: pending,
    problem: problem?.text,
    readText: (text: string) => look({ text }),
    readFile: async (next: File | null) => {
      setFile(next);
      setRead(null);
      setWrong(next && next.size > maxBytes ? texts.tooBig : null);
      if (next === null || next.size > maxBytes) return;
      try {
        await look({ content: await dataUrlOf(next) });
      } catch {
        setWrong(texts.unreadable);
      }
    },
    readColumn: async (column: number) => {
      if (source) await look(source, column);
    },
  };
}
