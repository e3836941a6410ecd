/** Refusals by code, rules of names by what the server says of them, and refusals of too much by that without its numbers, where the server's own words are in another language; in English there is none. */
export const refusals: Readonly<Record<string, string>> = {};
