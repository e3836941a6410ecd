/**
 * One step of a recorded client: a call and the fields it read of the response, a mail it opened, or time that passed.
 */
export type Step = RecordedCall | { mail: 'password' | 'link'; of: string } | { seconds: number };

export interface RecordedCall {
  call: `${'GET' | 'POST'} /${string}`;
  /** The name under which an access token was stored. */
  bearer?: string;
  /** `$name` stands for the value stored under that name. */
  query?: Record<string, string>;
  body?: unknown;
  /** Paths into the response that the client reads: all must exist. */
  reads?: string[];
  /** Names under which parts of the response are stored, by path. */
  keep?: Record<string, string>;
}

const player = 'asha@example.com';
const readsOfUser = ['user.avatar', 'user.name', 'user.email', 'user.userId', 'user.userType'];
const bankAccount = { accountNumber: '50100234567890', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli Games' };
const readsOfAccount = ['accountNumber', 'ifscCode', 'accountHolderName'];
const range = { startDate: '0', endDate: '4102444800000' };

/**
 * A player's and an admin's session with the old web client: every call, group by group, with that client's bodies and
 * the fields that it reads.
 */
export const recording: readonly Step[] = [
  // Signing up; a forgotten password; signing in again.
  { call: 'POST /auth/register', body: { name: 'Asha', email: player } },
  { mail: 'password', of: player },
  {
    call: 'POST /auth/login',
    body: { id: player, password: '$password' },
    reads: ['accessToken', 'refreshToken', ...readsOfUser],
  },
  { call: 'POST /auth/ForgotPassword', body: { email: player } },
  { mail: 'link', of: player },
  {
    call: 'POST /auth/verifyLink',
    body: { email: '$email', validTill: '$validTill', s: '$s' },
    keep: { resetToken: 'token' },
  },
  {
    call: 'POST /auth/resetPassword',
    body: { token: '$resetToken', email: '$email', validTill: '$validTill', newPassword: 'first-secret' },
  },
  {
    call: 'POST /auth/login',
    body: { id: player, password: 'first-secret' },
    keep: { player: 'accessToken', playerRefresh: 'refreshToken' },
  },
  {
    call: 'POST /auth/token',
    body: { refreshToken: '$playerRefresh' },
    reads: ['success', ...readsOfUser],
    keep: { player: 'accessToken' },
  },
  {
    call: 'POST /auth/login',
    body: { id: 'admin@rangoli.local', password: '$adminPassword' },
    reads: readsOfUser,
    keep: { admin: 'accessToken', adminRefresh: 'refreshToken' },
  },

  // The player's money.
  {
    call: 'GET /player/getWalletHistory',
    bearer: 'player',
    reads: ['amount', 'activeGames', 'blockedAmountList', 'walletHistory'],
  },
  { call: 'GET /player/getMyTransactions', bearer: 'player', reads: ['transactions'] },
  { call: 'GET /player/getUpiId', bearer: 'player', keep: { upiId: 'upi.upiId' } },
  {
    call: 'POST /player/addMoney',
    bearer: 'player',
    body: { amount: 500, referenceId: '632145987012', upiId: '$upiId' },
  },
  { call: 'POST /admin/addBankAccount', bearer: 'admin', body: bankAccount },
  {
    call: 'GET /player/getBankAccount',
    bearer: 'player',
    reads: readsOfAccount.map((field) => `bankAccount.${field}`),
  },
  {
    call: 'POST /player/addMoney',
    bearer: 'player',
    body: { amount: 1000, referenceId: 98765432101, bankAccount: 50100234567890 },
  },
  {
    call: 'GET /support/getPendingTransactions',
    bearer: 'admin',
    reads: ['_id', 'amount', 'transactionStatus', 'transactionType', 'updatedAt', 'upiId', 'userId'].map(
      (field) => `transactions.1.${field}`,
    ),
    keep: { bankDeposit: 'transactions.0._id', upiDeposit: 'transactions.1._id' },
  },
  {
    call: 'POST /support/updateTransaction',
    bearer: 'admin',
    body: { _id: '$upiDeposit', transactionStatus: 'success', message: 'Received' },
  },
  {
    call: 'POST /support/updateTransaction',
    bearer: 'admin',
    body: { _id: '$bankDeposit', transactionStatus: 'failed', message: 'Not found' },
  },
  { call: 'POST /player/withdrawMoney', bearer: 'player', body: { amount: 100, upiId: 'asha@okbank' } },
  {
    call: 'POST /player/withdrawMoney',
    bearer: 'player',
    body: {
      amount: 50.5,
      bankAccount: { accountNumber: '002301556677', ifscCode: 'HDFC0000123', accountHolderName: 'Asha Rao' },
    },
  },
  {
    call: 'GET /player/getMyTransactions',
    bearer: 'player',
    reads: ['_id', 'transactionType', 'transactionStatus', 'amount', 'upiId', 'createdAt'].map(
      (field) => `transactions.0.${field}`,
    ),
  },
  {
    call: 'GET /player/getWalletHistory',
    bearer: 'player',
    reads: ['blockedAmountList.0.amount', 'blockedAmountList.0.transactionId', 'walletHistory.0.timestamp'],
  },

  // The player's tickets and profile.
  {
    call: 'POST /player/raiseTicket',
    bearer: 'player',
    body: { title: 'UPI Payment Stuck', description: 'Paid yesterday, not arrived', document: '$document' },
  },
  {
    call: 'GET /player/getMyTickets',
    bearer: 'player',
    reads: ['title', 'description', 'ticketStatus', 'createdAt'].map((field) => `tickets.0.${field}`),
    keep: { ticket: 'tickets.0._id' },
  },
  { call: 'GET /common/getAvatarList', bearer: 'player', keep: { avatar: 'avatarList.1' } },
  { call: 'POST /common/updateProfile', bearer: 'player', body: { name: 'Asha Rao', avatar: '$avatar' } },
  {
    call: 'POST /common/chat',
    bearer: 'player',
    body: { _id: '$ticket', message: 'Any news?', document: '$bareDocument' },
  },
  { call: 'POST /common/chat', bearer: 'admin', body: { _id: '$ticket', message: 'Looking.', document: null } },

  // A round of each kind of bet, and its end.
  {
    call: 'GET /sapre/getActiveSapreContest',
    bearer: 'player',
    query: { gameType: 'sapreOne' },
    reads: ['contest.gameData.endTime', 'contest.gameData.evaluationTime'],
    keep: { gameId: 'contest.gameId' },
  },
  {
    call: 'POST /sapre/placeBet',
    bearer: 'player',
    body: { gameId: '$gameId', amount: 10, betType: 'color', betValue: 'blue' },
  },
  {
    call: 'POST /sapre/placeBet',
    bearer: 'player',
    body: { gameId: '$gameId', amount: 10, betType: 'number', betValue: 7 },
  },
  {
    call: 'GET /player/getWalletHistory',
    bearer: 'player',
    reads: ['activeGames.0.gameId', 'activeGames.0.amount'],
  },
  { seconds: 60 },
  {
    call: 'GET /sapre/getSapreContestList',
    bearer: 'player',
    query: { gameType: 'sapreOne', offset: '0', limit: '10' },
    reads: ['contests.0.gameId', 'contests.0.gameData.winner.number'],
  },
  {
    call: 'GET /player/getWalletHistory',
    bearer: 'player',
    reads: ['gameId', 'betAmount', 'winAmount'].map((field) => `walletHistory.0.gameData.${field}`),
  },

  // Operating the games.
  {
    call: 'GET /admin/getSapreConfigDetails',
    bearer: 'admin',
    reads: ['randomize', 'profitabilityIndex.value', 'sapreHalf.winner', 'sapreOne.winner', 'sapreThree.winner'].map(
      (field) => `sapreConfig.${field}`,
    ),
  },
  {
    call: 'GET /admin/getActivePlayerStats',
    bearer: 'admin',
    query: range,
    reads: ['activeOnPlatform', 'activeInBetting', 'activeInSapreHalf', 'activeInSapreOne', 'activeInSapreThree'],
  },
  {
    call: 'GET /admin/getProfitStats',
    bearer: 'admin',
    query: range,
    reads: ['stats.0._id', 'stats.0.totalBetAmount', 'stats.0.totalProfit'],
  },
  { call: 'POST /admin/setProfitabilityLevel', bearer: 'admin', body: { value: 3 } },
  { call: 'POST /admin/randomizeGameResult', bearer: 'admin', body: { isRandom: false } },
  {
    call: 'GET /sapre/getActiveSapreContest',
    bearer: 'admin',
    query: { gameType: 'sapreThree' },
    keep: { gameId: 'contest.gameId' },
  },
  {
    call: 'POST /admin/overrideGameResult',
    bearer: 'admin',
    body: { number: 7, gameId: '$gameId', gameType: 'sapreThree' },
    reads: ['sapreConfig.sapreThree.winner'],
  },
  {
    call: 'GET /admin/getSapreContestDetailsList',
    bearer: 'admin',
    query: { gameType: 'sapreOne', offset: '0', limit: '10' },
    reads: ['contests.0.gameId', 'contests.0.betAmount', 'contests.0.profit'],
  },

  // Operating the platform.
  {
    call: 'POST /admin/addUser',
    bearer: 'admin',
    body: { name: 'Ravi', email: 'ravi@example.com', userType: 'admin' },
  },
  {
    call: 'POST /admin/getUserList',
    bearer: 'admin',
    reads: ['_id', 'name', 'email', 'avatar', 'status'].map((field) => `members.0.${field}`),
    keep: { ravi: 'members.0.userId' },
  },
  { call: 'POST /admin/deactivateUser', bearer: 'admin', body: { userId: '$ravi' } },
  { call: 'POST /admin/addUpiId', bearer: 'admin', body: { upiId: 'rangoli@okbank' } },
  {
    call: 'GET /admin/getUpiIdList',
    bearer: 'admin',
    reads: ['upiList.0.upiId', 'upiList.0.active'],
    keep: { upi: 'upiList.0._id' },
  },
  { call: 'POST /admin/changeUpiIdStatus', bearer: 'admin', body: { _id: '$upi', active: false } },
  { call: 'POST /admin/removeUpiId', bearer: 'admin', body: { _id: '$upi' } },
  {
    call: 'GET /admin/getBankAccountList',
    bearer: 'admin',
    reads: [...readsOfAccount, 'active'].map((field) => `bankAccountList.0.${field}`),
    keep: { account: 'bankAccountList.0._id' },
  },
  { call: 'POST /admin/changeBankAccountStatus', bearer: 'admin', body: { _id: '$account', active: false } },
  { call: 'POST /admin/removeBankAccount', bearer: 'admin', body: { _id: '$account' } },

  // Logging out.
  {
    call: 'POST /common/updatePassword',
    bearer: 'player',
    body: { oldPassword: 'first-secret', newPassword: 'second-secret' },
  },
  { call: 'POST /auth/logout', bearer: 'admin', body: { refreshToken: '$adminRefresh' } },
];
