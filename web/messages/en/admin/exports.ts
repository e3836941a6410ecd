export const exports = {
  button: 'Export',
  title: (what: string) => `Export ${what}`,
  hint: 'In Indian time. Leave a field empty for everything on that side.',
  filtered: 'Only what the filters of the screen match.',
  formats: 'In an XLSX file account numbers and references keep all their digits.',
  download: { csv: 'Download CSV', xlsx: 'Download XLSX' },
};
