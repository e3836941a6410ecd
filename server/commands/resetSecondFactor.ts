import { commandArguments } from './commandArguments.ts';
import { runCommand } from './runCommand.ts';
import { resetPrimarySecondFactor } from '../domain/accounts/secondFactor/resetSecondFactor.ts';
import { contextFor } from '../domain/ground/verbs/context.ts';

const USAGE = `npm run second-factor:reset
  Removes the second factor of the primary admin, who has lost it, and ends their sessions. Owners reset that of other
  admins in the back office.`;

commandArguments(USAGE);

await runCommand(async (services) => {
  const email = await resetPrimarySecondFactor(contextFor(services, { kind: 'system' }));
  console.log(`${email} has no second factor any more; log in with the password and set it up again.`);
  return 0;
});
