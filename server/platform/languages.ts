/** The languages of the app's players; the first is that of the sources. */
export const languages = ['en', 'hi'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';
