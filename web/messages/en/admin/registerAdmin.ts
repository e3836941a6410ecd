export const registerAdmin = {
  title: 'Register New Admin',
  name: 'Name',
  email: 'Email',
  hint: 'The password is sent to this email.',
  hintKept: 'This installation sends no mail: the message with the password is shown here once you have registered.',
  submit: 'Register',
  proposed: 'The roles are proposed: another owner must confirm them.',
  successKept: (name: string) =>
    `${name} is registered as an admin. This installation sends no mail, so here is the message with the password: hand it over yourself. It is shown nowhere else.`,
  handedOver: 'Done',
  success: (name: string, email: string) => `${name} is registered as an admin. The password was mailed to ${email}.`,
};
