/**
 * Changes of the two APIs since the release before (db/releaseBefore.json) that break clients, each with its reason and the
 * words of .github/CHANGELOG.md that tell of it. The list is emptied when a release moves releaseBefore.json on.
 */
export interface ApiBreak {
  /** As tests/repo/apiCompatibility.test.ts prints them. */
  readonly changes: readonly string[];
  readonly reason: string;
  /** Part of the changelog's text, whatever its line breaks. */
  readonly changelog: string;
}

export const graphqlBreaks: readonly ApiBreak[] = [
  {
    changes: [
      "Input field 'kind' of type 'StatementAsideKind!' was added to input object type 'SetAsideStatementLinesInput'",
    ],
    reason: 'Money that is nobody’s yet is owed, a charge is not: no default would be true of both.',
    changelog: '`SetAsideStatementLinesInput.kind` is required',
  },
  {
    changes: ["Field 'StatementMapping.dateOrder' changed type from 'StatementDateOrder!' to 'StatementDateOrder'"],
    reason: 'Where the dates of a file leave it open, whether the day comes first is asked and no longer guessed.',
    changelog: '`StatementMapping.dateOrder` is nullable',
  },
  {
    changes: ["Member 'SafetyRefusal' was removed from Union type 'RegisterResult'"],
    reason: 'A self-exclusion is private: the answer of registering would tell of it.',
    changelog: '`RegisterResult` has no `SafetyRefusal` any more',
  },
  {
    changes: [
      "Field 'Admin.activePayees' changed type from '[Payee!]!' to '[Payee!]'",
      "Field 'Admin.auditChain' changed type from '[AuditEntry!]!' to '[AuditEntry!]'",
      "Field 'Admin.auditLog' changed type from 'AuditEntryConnection!' to 'AuditEntryConnection'",
      "Field 'Admin.auditNewer' changed type from 'Int!' to 'Int'",
      "Field 'Admin.cannedAnswers' changed type from '[CannedAnswer!]!' to '[CannedAnswer!]'",
      "Field 'Admin.feedback' changed type from 'FeedbackConnection!' to 'FeedbackConnection'",
      "Field 'Admin.likelySignalCount' changed type from 'Int!' to 'Int'",
      "Field 'Admin.members' changed type from 'MemberConnection!' to 'MemberConnection'",
      "Field 'Admin.openProposalCount' changed type from 'Int!' to 'Int'",
      "Field 'Admin.openProposals' changed type from '[Proposal!]!' to '[Proposal!]'",
      "Field 'Admin.openTicketCount' changed type from 'Int!' to 'Int'",
      "Field 'Admin.payees' changed type from '[Payee!]!' to '[Payee!]'",
      "Field 'Admin.pendingCount' changed type from 'Int!' to 'Int'",
      "Field 'Admin.savedFilters' changed type from '[SavedFilter!]!' to '[SavedFilter!]'",
      "Field 'Admin.signals' changed type from '[Signal!]!' to '[Signal!]'",
      "Field 'Admin.statementBanks' changed type from '[StatementBank!]!' to '[StatementBank!]'",
      "Field 'Admin.statementCounts' changed type from 'StatementCounts!' to 'StatementCounts'",
      "Field 'Admin.statementDays' changed type from '[StatementDay!]!' to '[StatementDay!]'",
      "Field 'Admin.statementLines' changed type from 'StatementLineConnection!' to 'StatementLineConnection'",
      "Field 'Admin.supportStaff' changed type from '[User!]!' to '[User!]'",
      "Field 'Admin.tickets' changed type from 'TicketConnection!' to 'TicketConnection'",
      "Field 'Admin.transactionTotals' changed type from 'TransactionTotals!' to 'TransactionTotals'",
      "Field 'Admin.transactions' changed type from 'TransactionConnection!' to 'TransactionConnection'",
      "Field 'Admin.unreadTicketCount' changed type from 'Int!' to 'Int'",
      "Field 'Member.corrections' changed type from 'BalanceCorrectionConnection!' to 'BalanceCorrectionConnection'",
      "Field 'Member.latestActions' changed type from '[AuditEntry!]!' to '[AuditEntry!]'",
      "Field 'Member.tickets' changed type from 'TicketConnection!' to 'TicketConnection'",
      "Field 'Transaction.playerFlags' changed type from '[PlayerFlag!]!' to '[PlayerFlag!]'",
      "Field 'Viewer.activeGames' changed type from '[ActiveGame!]!' to '[ActiveGame!]'",
      "Field 'Viewer.balanceByDay' changed type from '[DayBalance!]!' to '[DayBalance!]'",
      "Field 'Viewer.bets' changed type from 'BetConnection!' to 'BetConnection'",
      "Field 'Viewer.betsBySelection' changed type from '[SelectionFigures!]!' to '[SelectionFigures!]'",
      "Field 'Viewer.betsIn' changed type from '[Bet!]!' to '[Bet!]'",
      "Field 'Viewer.contestResults' changed type from 'ContestResultConnection!' to 'ContestResultConnection'",
      "Field 'Viewer.pendingWithdrawals' changed type from '[Transaction!]!' to '[Transaction!]'",
      "Field 'Viewer.playDays' changed type from '[PlayDay!]!' to '[PlayDay!]'",
      "Field 'Viewer.playSafety' changed type from 'PlaySafety!' to 'PlaySafety'",
      "Field 'Viewer.statement' changed type from 'Statement!' to 'Statement'",
      "Field 'Viewer.tickets' changed type from 'TicketConnection!' to 'TicketConnection'",
      "Field 'Viewer.transactions' changed type from 'TransactionConnection!' to 'TransactionConnection'",
      "Field 'Viewer.walletHistory' changed type from 'WalletHistoryConnection!' to 'WalletHistoryConnection'",
    ],
    reason: 'One field that a role may not read emptied everything beside it.',
    changelog: 'are nullable: null, with an error at the field, for whom they are forbidden',
  },
  {
    changes: [
      "Field 'Admin.auditActions' changed type from '[String!]!' to '[AuditAction!]!'",
      "Type for argument 'action' on field 'Admin.auditLog' changed from 'String' to 'AuditAction'",
      "Type for argument 'action' on field 'Admin.auditNewer' changed from 'String' to 'AuditAction'",
      "Field 'AuditEntry.action' changed type from 'String!' to 'AuditAction!'",
      "Field 'AuditEntry.subjectType' changed type from 'String!' to 'AuditSubjectType!'",
      "Field 'Contest.drawVersion' changed type from 'String!' to 'DrawVersion!'",
      "Field 'MemberSession.endReason' changed type from 'String' to 'SessionEndReason'",
      "Field 'PlayerDecision.action' changed type from 'String!' to 'AuditAction!'",
    ],
    reason: 'A client could not know which values a text takes.',
    changelog: 'Enums in place of texts',
  },
  {
    changes: [
      "Type for argument 'day' on field 'Admin.statementCounts' changed from 'String' to 'Date'",
      "Type for argument 'day' on field 'Admin.statementLines' changed from 'String' to 'Date'",
      "Field 'Alert.day' changed type from 'String' to 'Date'",
      "Input field 'CloseStatementDayInput.day' changed type from 'String!' to 'Date!'",
      "Field 'DayBalance.day' changed type from 'String!' to 'Date!'",
      "Field 'LiabilityDay.day' changed type from 'String!' to 'Date!'",
      "Type for argument 'month' on field 'Query.settingsChanges' changed from 'String!' to 'YearMonth!'",
      "Type for argument 'month' on field 'Query.transparency' changed from 'String!' to 'YearMonth!'",
      "Field 'StatementDay.day' changed type from 'String!' to 'Date!'",
      "Field 'StatementLine.day' changed type from 'String!' to 'Date!'",
      "Field 'StatementSample.day' changed type from 'String!' to 'Date!'",
      "Argument 'from: String!' was removed from field 'Viewer.statement'",
      "Argument 'to: String!' was removed from field 'Viewer.statement'",
      "Argument 'range: DateRange!' added to field 'Viewer.statement'",
    ],
    reason: 'Days and months were refused at run time where a scalar refuses them by type.',
    changelog: 'Days and months have the scalars `Date` and `YearMonth`',
  },
  {
    changes: ["Field 'DepositApproval.refusal' changed type from 'String' to 'DomainError'"],
    reason: 'A program can’t tell refusals in words apart.',
    changelog: 'are a `DomainError` with `code` and `message` in place of a text',
  },
  {
    changes: [
      "Field 'Statement.csv' changed type from 'String' to 'Download'",
      "Field 'Statement.pdf' changed type from 'String' to 'Download'",
    ],
    reason: 'A path had to be put into a second mutation to become an address that works.',
    changelog: '`Statement.csv` and `pdf` are a `Download`',
  },
  {
    changes: [
      "Field 'viewerBetAmount' was removed from object type 'Contest'",
      "Field 'viewerBets' was removed from object type 'Contest'",
      "Field 'viewerWinAmount' was removed from object type 'Contest'",
    ],
    reason: 'A contest was not the same for everybody, so that no answer about one could be kept.',
    changelog: '`Contest.viewer { betAmount winAmount bets }`',
  },
  {
    changes: [
      "Field 'liability' was removed from object type 'Contest'",
      "Field 'overrideNumber' was removed from object type 'Contest'",
      "Field 'overrideProposal' was removed from object type 'Contest'",
      "Field 'profit' was removed from object type 'Contest'",
      "Field 'proposer' was removed from object type 'Contest'",
      "Field 'stakesBySelection' was removed from object type 'Contest'",
      "Field 'totalPayouts' was removed from object type 'Contest'",
      "Field 'voidProposal' was removed from object type 'Contest'",
      "Field 'Contest.operator' changed type from 'User' to 'ContestOperator'",
    ],
    reason: 'Nine fields of a type of everybody were null for all but admins.',
    changelog: '`Contest.operator` is what admins see besides',
  },
];

export const restBreaks: readonly ApiBreak[] = [
  {
    changes: ['GETACTIVESAPRECONTESTANSWER schemas: [remove] properties/contest/anyOf/1'],
    reason:
      'Clients read `contest.gameId` without a look, as they may: a game without a round is 404, as a paused one was.',
    changelog: '`getActiveSapreContest` without a running round is 404',
  },
  {
    changes: ['POST /auth/register: [Removed] Response 403'],
    reason: 'A self-exclusion is private: the answer of registering would tell of it.',
    changelog: 'is `EMAIL_TAKEN` (401), as for any taken email, and no longer `SELF_EXCLUDED`',
  },
];
