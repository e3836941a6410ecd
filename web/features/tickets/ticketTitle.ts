import { tickets } from '#messages/tickets.ts';

const types: Readonly<Record<string, string>> = tickets.types;

/** A ticket's title, which the server gives in English, in the language of the page. */
export function ticketTitle(title: string): string {
  return types[title.toUpperCase().replaceAll(' ', '_')] ?? title;
}
