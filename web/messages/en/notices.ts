/** Before the operator's own words about what is paused. */
export const notices = {
  label: 'Notices',
  paused: {
    SAPRE_HALF: '30 s game paused',
    SAPRE_ONE: '1 min game paused',
    SAPRE_THREE: '3 min game paused',
    DEPOSITS: 'Deposits paused',
    WITHDRAWALS: 'Withdrawals paused',
    EVERYTHING: 'Maintenance',
  },
};
