export const signInLink = {
  invalid: 'This sign-in link cannot be used. It may have been used already, or it is older than 15 minutes.',
};
