export const changePassword = {
  banner: 'Your new password ends all your sessions, this one too. You then log in with it.',
  oldPassword: 'Enter Old Password',
  newPassword: 'Enter New Password',
  confirmation: 'Confirm New Password',
  submit: 'Reset Password',
  success: 'Successfully updated password',
  wrongOldPlayer: 'Wrong Old Password',
  wrongOldAdmin: 'Incorrect Old Password',
  signedOut: 'You are not signed in. Log in to change your password.',
};
