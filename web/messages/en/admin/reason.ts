export const reason = {
  label: 'Reason',
  optional: 'Reason (optional)',
  hint: 'Kept in the audit log.',
  tooShort: (least: number) => `Please give a reason of at least ${least} characters.`,
};
