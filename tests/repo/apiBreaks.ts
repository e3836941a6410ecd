/**
 * Changes of the two APIs since the release before (db/releaseBefore.json) that break clients, each with its reason and the
 * words of .github/CHANGELOG.md that tell of it. The list is emptied when a release moves releaseBefore.json on.
 */
export interface ApiBreak {
  /** As tests/repo/apiCompatibility.test.ts prints it. */
  readonly change: string;
  readonly reason: string;
  /** Part of the changelog's text, whatever its line breaks. */
  readonly changelog: string;
}

export const graphqlBreaks: readonly ApiBreak[] = [
  {
    change: "Member 'SafetyRefusal' was removed from Union type 'RegisterResult'",
    reason: 'A self-exclusion is private: the answer of registering would tell of it.',
    changelog: '`RegisterResult` has no `SafetyRefusal` any more',
  },
];

export const restBreaks: readonly ApiBreak[] = [
  {
    change: 'POST /auth/register: [Removed] Response 403',
    reason: 'A self-exclusion is private: the answer of registering would tell of it.',
    changelog: 'is `EMAIL_TAKEN` (401), as for any taken email, and no longer `SELF_EXCLUDED`',
  },
];
