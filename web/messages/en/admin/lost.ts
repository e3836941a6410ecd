export const lost = {
  name: 'Page not found',
  title: 'There is no such page',
  text: 'The address may be mistyped, or what was here has moved.',
  toDashboard: 'Go to the dashboard',
};
