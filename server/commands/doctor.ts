import { examine } from '../composition/doctor/examine.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { commandArguments } from './commandArguments.ts';
import { endWith } from './runCommand.ts';

const USAGE = `npm run doctor
  Names what is wrong with the installation and what to do, with or without a running server. Ends with status 1 where
  something is wrong; advice alone is status 0.`;

commandArguments(USAGE);

await endWith(async () => {
  const findings = await examine(configFromEnvironment());
  for (const { level, what, todo } of findings)
    console.log(`${level === 'wrong' ? 'WRONG ' : 'ADVICE'}  ${what}\n        ${todo}`);
  const faults = findings.filter(({ level }) => level === 'wrong').length;
  console.log(faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`);
  return faults === 0 ? 0 : 1;
});
