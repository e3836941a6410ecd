export const exports = {
  button: 'Export CSV',
  title: (what: string) => `Export ${what}`,
  hint: 'In Indian time. Leave a field empty for everything on that side.',
  download: 'Download CSV',
};
