import Builder from 'fast-xml-builder';
import { inKolkata } from '../ground/values/calendar.ts';
import { formatRupees } from '../ground/values/money.ts';
import type { FilePayout, PayingAccount } from './payoutRows.ts';
import { isUrgent, modeOf } from './payoutRows.ts';
import type { PayoutLayout } from './payoutLayout.ts';

const builder = new Builder({
  format: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  commentPropName: '#comment',
});

/** A file of payouts as a message. */
export interface Message {
  /** Of the batch: the bank refuses a second message with it. At most 35 characters. */
  id: string;
  madeAt: Date;
  /** The day on which the bank is to pay, `YYYY-MM-DD`. */
  day: string;
  own: PayingAccount;
  payouts: readonly FilePayout[];
  layout: PayoutLayout;
  /** With play money: what the message says of itself. */
  practice: string | null;
}

/**
 * A customer credit transfer initiation of ISO 20022, pain.001.001.03 or .09, in rupees: one debit account, a transaction for each
 * payout. Banks are named by their IFSC code, accounts by their number. The .03 is what most banks take; .09 writes the day in an
 * element of its own.
 */
export function pain001({ id, madeAt, day, own, payouts, layout, practice }: Message): string {
  const version = layout.format === 'pain_001_001_09' ? '09' : '03';
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0n);
  const sums = { NbOfTxs: String(payouts.length), CtrlSum: formatRupees(total) };
  // Without an account of ours no bank pays a practice message.
  const name = practice ?? own.accountHolderName ?? '';
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    ...(practice !== null && { '#comment': ` ${practice} ` }),
    Document: {
      '@xmlns': `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: id,
          CreDtTm: inKolkata(madeAt).toISOString().slice(0, 19),
          ...sums,
          InitgPty: { Nm: name },
        },
        PmtInf: {
          PmtInfId: id,
          PmtMtd: 'TRF',
          // One booking for each payout, which the statement's lines are matched by.
          BtchBookg: 'false',
          ...sums,
          ReqdExctnDt: version === '09' ? { Dt: day } : day,
          Dbtr: { Nm: name },
          DbtrAcct: { ...accountOf(practice === null ? own.accountNumber : 'PRACTICE'), Ccy: 'INR' },
          DbtrAgt: agentOf(own.ifscCode),
          CdtTrfTxInf: payouts.map((payout) => ({
            PmtId: { InstrId: payout.code, EndToEndId: payout.code },
            PmtTpInf: {
              SvcLvl: { Cd: isUrgent(payout) ? 'URGP' : 'NURG' },
              LclInstrm: { Prtry: modeOf(payout, own, layout) },
            },
            Amt: { InstdAmt: { '@Ccy': 'INR', '#text': formatRupees(payout.amount) } },
            CdtrAgt: agentOf(payout.ifscCode),
            Cdtr: { Nm: payout.accountHolderName ?? '' },
            CdtrAcct: accountOf(payout.accountNumber),
            RmtInf: { Ustrd: practice ?? payout.code },
          })),
        },
      },
    },
  });
}

/** A branch, by its IFSC code: INFSC is the name of that system in ISO's list. */
function agentOf(ifscCode: string | null) {
  return { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'INFSC' }, MmbId: ifscCode ?? '' } } };
}

function accountOf(accountNumber: string | null) {
  return { Id: { Othr: { Id: accountNumber ?? '' } } };
}
