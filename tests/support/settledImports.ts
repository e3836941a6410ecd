import { afterAll, vi } from 'vitest';

// The files that a worker runs share its modules: an import that is unfinished when a file ends is rejected, and its module
// stays rejected for every file after it.
afterAll(() => vi.dynamicImportSettled());
