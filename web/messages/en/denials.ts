/** Why a deposit or withdrawal was denied, as its player reads it. */
export const denials = {
  label: 'Reason',
  reasons: {
    NOT_RECEIVED: 'No payment with this reference has arrived.',
    AMOUNT_DIFFERS: 'The payment that arrived has another amount.',
    PAID_BY_OTHERS: "The payment came from somebody else's account.",
    ALREADY_CREDITED: 'This payment has been credited before.',
    ACCOUNT_INVALID: "The bank doesn't accept the account's details.",
    ACCOUNT_NOT_OWN: "The account isn't in your name.",
    CHECK_NEEDED: 'We have to check your account first. Please write to customer service.',
  },
};
