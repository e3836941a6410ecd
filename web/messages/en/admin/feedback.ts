export const feedback = {
  title: 'Feedback',
  empty: 'No feedback yet',
  emptyHint: 'What players write about the platform will be here.',
};
