import { configure } from '@testing-library/react';
import { beforeEach } from 'vitest';

// Patience, not an expectation: the default of one second is short for a machine under load.
configure({ asyncUtilTimeout: 20_000 });

// The files that a worker runs share its window.
beforeEach(() => localStorage.clear());
