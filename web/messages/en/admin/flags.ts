/** Names of what players are marked with. */
export const flags = {
  title: 'Flags',
  names: { WATCH: 'Watch', VIP: 'VIP', CHARGEBACK_RISK: 'Chargeback risk', PROBLEM_GAMBLING: 'Problem gambling' },
};
