export const exports = {
  button: 'Export CSV',
  title: (what: string) => `Export ${what}`,
  hint: 'In Indian time. Leave a field empty for everything on that side.',
  filtered: 'Only what the filters of the screen match.',
  download: 'Download CSV',
};
