import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { type ChainFault, type ChainMark, chainStart, verifyEntries } from '../../lib/auditChain.ts';

const ChainCheck_Query = graphql(`
  query ChainCheck_Query($after: String!) {
    viewer {
      admin {
        auditChain(after: $after) {
          id
          number
          actorNumber
          actionText
          subjectTypeText
          subject
          before
          after
          reason
          at
          previousHash
          hash
        }
      }
    }
  }
`);

export interface ChainCheck {
  /** `interrupted`: stopped, or the server could not be reached; it goes on where it was. */
  readonly state: 'idle' | 'running' | 'interrupted' | 'whole' | 'broken';
  /** The last entry that was verified. */
  readonly last: ChainMark;
  readonly fault: ChainFault | null;
}

/** Whether an interrupted check can go on where it was: the mark is yet to come. */
function goesOn({ state, last }: ChainCheck, mark: ChainMark | null): boolean {
  return state === 'interrupted' && (mark === null || BigInt(mark.number) > BigInt(last.number));
}

const idle: ChainCheck = { state: 'idle', last: chainStart, fault: null };

/** Recomputes the hashes of the complete audit log in the browser, page by page, as often as it is started. */
export function useChainCheck() {
  const client = useApolloClient();
  const [check, setCheck] = useState(idle);
  const running = useRef(0);
  useEffect(() => () => void (running.current += 1), []);

  /** Entries after `from`, or none: the newest has been verified. */
  const read = async (from: ChainMark) => {
    const variables = { after: from.number };
    const { data } = await client.query({ query: ChainCheck_Query, variables, fetchPolicy: 'no-cache' });
    return data?.viewer?.admin?.auditChain ?? null;
  };

  /** `mark`: an entry that was recorded outside the database, which must be among them. */
  const start = async (mark: ChainMark | null): Promise<void> => {
    const run = (running.current += 1);
    const show = (next: ChainCheck) => run === running.current && setCheck(next);
    let { last } = goesOn(check, mark) ? check : idle;
    const broken = (fault: ChainFault) => show({ state: 'broken', last, fault });
    show({ state: 'running', last, fault: null });
    while (run === running.current) {
      const entries = await read(last).catch(() => null);
      if (entries === null) return void show({ state: 'interrupted', last, fault: null });
      if (entries.length === 0) break;
      const result = await verifyEntries(entries, last);
      if ('fault' in result) return void broken(result.fault);
      const marked = entries.find(({ number }) => number === mark?.number);
      if (marked && marked.hash !== mark?.hash) return void broken({ kind: 'otherHash', number: marked.number });
      last = result.last;
      show({ state: 'running', last, fault: null });
    }
    if (mark && BigInt(mark.number) > BigInt(last.number)) return void broken({ kind: 'missing', number: mark.number });
    show({ state: 'whole', last, fault: null });
  };

  const stop = (): void => {
    running.current += 1;
    setCheck(({ last }) => ({ state: 'interrupted', last, fault: null }));
  };

  return { check, start, stop };
}
