import { adminOperations } from './admin.ts';
import { authOperations } from './auth.ts';
import { commonOperations } from './common.ts';
import type { Operation } from './operation.ts';
import { payeeOperations } from './payees.ts';
import { playerOperations } from './player.ts';
import { sapreOperations } from './sapre.ts';
import { supportOperations } from './support.ts';

/** The complete API (server/rest/rules.md#rest-calls). */
export const operations: readonly Operation[] = [
  ...authOperations,
  ...playerOperations,
  ...commonOperations,
  ...sapreOperations,
  ...adminOperations,
  ...payeeOperations,
  ...supportOperations,
];
