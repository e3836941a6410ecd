export const forgotPassword = {
  title: 'Forgot password',
  text: 'We send a link to your email, with which you choose a new password.',
  email: 'Email',
  required: 'Enter Email ID',
  sent: 'Link has been sent. Please check your email.',
  kept: 'Mails of this installation stay with its operator, who can pass the link on to you.',
  userNotFound: 'User does not exist',
};
