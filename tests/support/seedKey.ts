import { Keyring } from '../../server/platform/keyring.ts';

/** The key of every test's server and domain, so that a test can read what its server has stored. */
const TEST_KEY = Buffer.alloc(32, 'test');

/** The same as SEED_KEY. */
export const TEST_SEED_KEY = TEST_KEY.toString('hex');

export const testKeyring = new Keyring([TEST_KEY]);
