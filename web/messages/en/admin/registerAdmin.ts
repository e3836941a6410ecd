export const registerAdmin = {
  title: 'Register New Admin',
  name: 'Name',
  email: 'Email',
  hint: 'The password is sent to this email.',
  submit: 'Register',
  success: 'Please check your email for the password. You have been successfully registered as an admin!',
};
