import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { PauseScope } from '../../gql/graphql.ts';
import { notices } from '#messages/admin/notices.ts';

const Pause_Mutation = graphql(`
  mutation Pause_Mutation($input: PauseInput!) {
    pause(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const Resume_Mutation = graphql(`
  mutation Resume_Mutation($input: ResumeInput!) {
    resume(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** The notice of a pause in both languages. */
export interface PauseNotice {
  readonly english: string;
  readonly hindi: string;
}

/** Pauses what runs, with the notice that was typed, and resumes what is paused. `onDone` follows a success. */
export function usePause(scope: PauseScope, paused: boolean, onDone: () => void) {
  const [notice, setNotice] = useState<PauseNotice>({ english: '', hindi: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const pausing = useAction(Pause_Mutation, {});
  const resuming = useAction(Resume_Mutation, {});
  const { english, hindi } = notice;

  const confirm = async () => {
    if (!paused && [...english.trim()].length < 3) return setProblem(notices.length);
    const { problem: refused } = paused
      ? await resuming.act({ scope })
      : await pausing.act({ scope, notice: english, noticeHi: hindi.trim() || null });
    setProblem(refused?.text ?? null);
    if (!refused) onDone();
  };
  return { notice, setNotice, problem, setProblem, busy: pausing.pending || resuming.pending, confirm };
}
