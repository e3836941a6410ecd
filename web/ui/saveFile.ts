/** Saves a text as a file, made in the browser: it doesn't leave it. */
export function saveFile(name: string, type: 'text/plain' | 'application/json', text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
