export const sessionEnd = {
  otherTab: 'You signed out in another tab.',
  device: 'You were signed out on another device.',
  password: 'You were signed out because your password was changed.',
  over: 'Your session has ended.',
  goOn: 'Log in to go on where you were.',
  notKept:
    'This browser stores nothing for this site, so you stay signed in only until this page is closed or reloaded.',
};
