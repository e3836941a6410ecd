export const settings = {
  nickname: 'Nickname',
  uid: 'UID',
  avatar: 'Avatar',
  security: 'Security information',
  changePassword: 'Change password',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
};
