export const notFound = {
  title: 'There is no such page',
  text: 'The address may be mistyped, or what was here has moved.',
  home: 'Go to the start',
};
