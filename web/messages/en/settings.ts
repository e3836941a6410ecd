export const settings = {
  nickname: 'Nickname',
  uid: 'UID',
  avatar: 'Avatar',
  security: 'Security information',
  changePassword: 'Change password',
  playSafely: 'Play safely',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
};
