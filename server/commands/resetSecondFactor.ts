import { runCommand } from './runCommand.ts';
import { resetPrimarySecondFactor } from '../domain/accounts/resetSecondFactor.ts';
import { contextFor } from '../domain/context.ts';

/**
 * `npm run second-factor:reset`: removes the second factor of the primary admin, who has lost it, and ends their
 * sessions. Other admins' are reset by owners in the back office.
 */
await runCommand(async (services) => {
  const email = await resetPrimarySecondFactor(contextFor(services, { kind: 'system' }));
  console.log(`${email} has no second factor any more; log in with the password and set it up again.`);
  return 0;
});
