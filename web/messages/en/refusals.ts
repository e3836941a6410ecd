/** Refusals by code, and rules of names by what the server says of them, where the server's own words are in another language; in English there is none. */
export const refusals: Readonly<Record<string, string>> = {};
