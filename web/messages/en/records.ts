export const records = {
  intro:
    'Download everything that is kept about you, as one JSON file: profile, sign-ins, transactions, rounds and bets, limits and pauses, tickets with their documents, notifications and feedback.',
  whose: 'Keep the file to yourself: it holds your payment accounts and what you wrote to support.',
  download: 'Download my data',
  statementHint: 'For a list of payments and rounds alone',
};
