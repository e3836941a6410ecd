export const settings = {
  nickname: 'Nickname',
  uid: 'UID',
  avatar: 'Avatar',
  security: 'Security information',
  changePassword: 'Change password',
  playSafely: 'Play safely',
  data: 'Your data and account',
  yourData: 'Your data',
  closeAccount: 'Close account',
  language: 'Language',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
};
