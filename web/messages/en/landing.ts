export const landing = {
  title: (product: string) => `Welcome to ${product}`,
  text: 'Timed colour and number rounds, with every result open to checking.',
  login: 'Login',
  register: 'Register',
};
