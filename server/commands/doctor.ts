import { RELEASE } from '../../db/release.ts';
import { examine } from '../composition/doctor/examine.ts';
import type { Finding } from '../composition/doctor/finding.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { commandArguments } from './commandArguments.ts';
import { endWith } from './runCommand.ts';

const USAGE = `npm run doctor
  Names what is wrong with the installation and what to do, with or without a running server. Ends with status 1 where
  something is wrong; advice alone is status 0. The dashboard's list of the first day shows what the last run found.`;

commandArguments(USAGE);

await endWith(async () => {
  console.log(`Release ${RELEASE}`);
  const findings = await examine(configFromEnvironment(), { keeps: true });
  const print = ({ level, what, todo }: Finding) =>
    console.log(`${level === 'wrong' ? 'WRONG ' : 'ADVICE'}  ${what}\n        ${todo}`);
  for (const finding of findings) if (finding.section === undefined) print(finding);
  const ofRealMoney = findings.filter(({ section }) => section === 'real money');
  if (ofRealMoney.length > 0) console.log('Real money:');
  for (const finding of ofRealMoney) print(finding);
  const faults = findings.filter(({ level }) => level === 'wrong').length;
  console.log(faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`);
  return faults === 0 ? 0 : 1;
});
