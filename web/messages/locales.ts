/** Languages of the app, and how each writes numbers and dates: the Indian way, with the digits 0 to 9. */
export const locales = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' } as const;

/** What each language calls itself. */
export const languageNames = { en: 'English', hi: 'हिन्दी' } as const;

export type Language = keyof typeof locales;
