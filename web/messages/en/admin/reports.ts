export const reports = {
  title: 'Daily reports',
  of: (day: string) => `Report of ${day}`,
  madeAt: (at: string) => `Made at ${at}. Days are those of India, from midnight to midnight.`,
  none: 'No report yet',
  noneHint: 'Each morning at 07:00 am the figures of the day before are kept here, and mailed to those who want them.',
  choice: 'Choose on Alerts whether you get them by mail',
};
