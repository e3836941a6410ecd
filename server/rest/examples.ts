/** Example values shared by the API's description. */

const id = 'kT0bqf0mVYoZ2nT2P4mX9A';
const createdAt = '2026-11-20T06:41:12.000Z';

export const ids = { any: id };

export const user = {
  avatar: '/avatars/lotus.svg',
  name: 'Asha',
  email: 'asha@example.in',
  userId: '483920175',
  userType: 'player',
};

export const member = {
  _id: id,
  userId: '120948337',
  name: 'Ravi',
  email: 'ravi@example.in',
  avatar: '/avatars/marigold.svg',
  status: 'active',
  roles: ['FINANCE', 'SUPPORT', 'GAME'],
};

export const tokens = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
  refreshToken: 'W0pD6o8yQm7r5s2vT1x4Z9aBcEfGhIjKlMnOpQrStUv',
};

export const link = { email: user.email, validTill: '1795330800000', s: 'f0e1d2c3b4a5968778695a4b3c2d1e0f' };

export const upi = { _id: id, upiId: 'play@rangoli' };

export const bankAccount = { accountNumber: '002301556677', ifscCode: 'HDFC0000123', accountHolderName: 'Asha Rao' };

export const deposit = {
  _id: id,
  transactionType: 'credit',
  transactionStatus: 'pending',
  amount: 500,
  upiId: upi.upiId,
  bankAccount: null,
  referenceId: '632145987012',
  createdAt,
  updatedAt: createdAt,
};

export const withdrawal = {
  _id: id,
  transactionType: 'debit',
  transactionStatus: 'pending',
  amount: 250.5,
  upiId: 'asha@okbank',
  bankAccount: null,
  referenceId: null,
  createdAt,
  updatedAt: createdAt,
};

export const chat = {
  _id: id,
  message: 'The money left my account yesterday.',
  document: null,
  userType: 'player',
  createdAt,
};

export const ticket = {
  _id: id,
  title: 'UPI Payment Stuck',
  description: 'My payment of 500 rupees is stuck since yesterday.',
  ticketStatus: 'pending',
  document: null,
  createdAt,
  chats: [chat],
};

const fairness = {
  decidedBy: 'DRAW',
  profitabilityLevel: null,
  ruleVersion: null,
  drawVersion: 'colour-pf/1',
  chainId: 'sapreOne-1',
  chainIndex: 742,
  commitment: '544e62ceb4aa2d0b0ea3ba2e9ee9d5a1e8e4ba2f6f2bd3a6b4aa1d2c3e41aea3',
  seed: null,
  beaconRound: null,
  betsRoot: null,
  beaconRandomness: null,
};

const revealed = { ...fairness, seed: '2a'.repeat(32) };

const round = {
  startTime: '2026-11-20T06:51:00.000Z',
  evaluationTime: '2026-11-20T06:51:30.000Z',
  endTime: '2026-11-20T06:52:00.000Z',
};

export const runningContest = {
  _id: id,
  gameId: 'sapreOne-202611200742',
  gameType: 'sapreOne',
  gameData: { ...round, winner: null },
  ...fairness,
  outcomes: null,
};

export const finishedContest = {
  ...runningContest,
  gameData: { ...round, winner: { number: 5, colors: ['blue', 'red'] } },
  ...revealed,
  outcomes: [{ number: 5, stakes: 1010, payouts: 1050 }],
};

export const contestFigures = { gameId: runningContest.gameId, betAmount: 1010, profit: -40, ...revealed };

export const serverTime = '2026-11-20T06:51:04.210Z';

export const sapreConfig = {
  randomize: true,
  profitabilityIndex: { value: 3 },
  sapreHalf: { winner: null },
  sapreOne: { winner: { number: 7 } },
  sapreThree: { winner: null },
};
