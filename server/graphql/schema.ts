import { builder } from './builder.ts';
import './audit.ts';
import './bankStatement.ts';
import './bet.ts';
import './drawChain.ts';
import './feedback.ts';
import './figures.ts';
import './live.ts';
import './liveContest.ts';
import './member.ts';
import './operator.ts';
import './paymentQueue.ts';
import './proposal.ts';
import './playCredit.ts';
import './product.ts';
import './safety.ts';
import './scalars.ts';
import './savedFilter.ts';
import './secondFactor.ts';
import './session.ts';
import './sessions.ts';
import './gameLimits.ts';
import './settings.ts';
import './statement.ts';
import './stats.ts';
import './walletHistory.ts';

/** The complete schema. Importing it has no side effects such as connections. */
export const schema = builder.toSchema();
