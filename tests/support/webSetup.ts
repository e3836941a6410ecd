import { configure } from '@testing-library/react';

// Patience, not an expectation: the default of one second is short for a machine under load.
configure({ asyncUtilTimeout: 20_000 });
