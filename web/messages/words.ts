import { en, type Messages } from './en.ts';

/** What the app says, in the language it speaks. A further language is a further file of type Messages. */
export const words: Messages = en;
