export const reason = {
  label: 'Reason',
  optional: 'Reason (optional)',
  hint: 'Kept in the audit log.',
  missing: 'Please give a reason.',
};
