export const landing = {
  title: (product: string) => `Welcome to ${product}`,
  text: 'Timed colour and number rounds. Each shows who decided it, and every fair draw can be checked.',
  language: 'Language',
  login: 'Login',
  register: 'Register',
  transparency: 'How results came about',
};
