import * as words from './en.ts';

/**
 * What the app says, in the language it speaks. Written out to the group (`words.wallet.title`), so that the bundler
 * sees which groups a chunk needs: `const { wallet } = words` would load all of them.
 */
export { words };
