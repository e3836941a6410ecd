import { expect, it } from 'vitest';
import { errors } from '#messages/errors.ts';
import { refusalText } from './refusals.ts';

const wrongCode = { code: 'INVALID_INPUT', field: 'ifscCode', message: 'ifscCode must be an IFSC code' } as const;

it('calls a field what people call it', () => {
  expect(refusalText(wrongCode)).toBe('IFSC code must be an IFSC code.');
  const known = { INVALID_INPUT: errors.invalidPayload };
  expect(refusalText({ ...wrongCode, detail: wrongCode.message }, known)).toBe(
    'Invalid Payload: IFSC code must be an IFSC code',
  );
});

it('leaves the server’s message as it is where no field is named', () => {
  expect(refusalText({ code: 'INVALID_INPUT', field: 'upiId', message: 'This account is in the list already.' })).toBe(
    'This account is in the list already.',
  );
  expect(refusalText({ code: 'NOT_FOUND', message: 'There is no such ticket.' })).toBe(
    'Error: There is no such ticket.',
  );
});
