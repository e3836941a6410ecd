import { describe, expect, it } from 'vitest';
import { accessTo } from './adminAccess.ts';

describe('what a page of the back office needs', () => {
  it.each([
    ['/admin/dashboard', null],
    ['/admin/sapre/sapreOneMin', null],
    ['/admin/transactions', 'TRANSACTION_READ_ALL'],
    ['/admin/manageAdmin', 'ADMIN_READ'],
    ['/admin/manageAdmin/registerNewAdmin', 'ADMIN_REGISTER'],
    ['/admin/players/48213907', 'MEMBER_READ'],
    ['/admin/playersX', null],
  ])('%s: %s', (path, action) => {
    expect(accessTo(path)).toBe(action);
  });
});
