/** What an operator has written in two languages, in the page's; in English where there is no Hindi. */
export function inOwnLanguage(english: string, hindi: string | null): string {
  return (document.documentElement.lang === 'hi' && hindi) || english;
}
