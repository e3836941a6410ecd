export const registerAdmin = {
  title: 'Register New Admin',
  name: 'Name',
  email: 'Email',
  hint: 'The password is sent to this email.',
  submit: 'Register',
  proposed: 'The roles are proposed: another owner must confirm them.',
  success: (name: string, email: string) => `${name} is registered as an admin. The password was mailed to ${email}.`,
};
