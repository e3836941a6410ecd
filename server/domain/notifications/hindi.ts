import { icu } from '../../platform/icu.ts';
import { denialSentence } from './denials.ts';
import { displayDay, displayRupees, net } from './display.ts';
import type { NotificationData, PayeeChange } from './kinds.ts';
import type { Writers } from './writers.ts';

export const hindi: Writers = {
  WELCOME: () => ({
    title: 'स्वागत है',
    body: 'आपका स्वागत है। आपका वॉलेट तैयार है: पैसे जोड़ें, राउंड चुनें और खेलें।',
  }),
  HOW_ROUNDS_WORK: () => ({
    title: 'राउंड कैसे चलता है',
    body: 'दाँव बंद होने से पहले रंग या नंबर चुनें। 00:00 पर विजेता घोषित होता है, और कोई भी ड्रॉ जाँच सकता है।',
  }),
  PLAY_WITHIN_LIMITS: () => ({
    title: 'अपनी सीमा में खेलें',
    body: 'उतना ही लगाएँ जितने के बिना काम चल जाए, और जब चाहें ब्रेक लें। ग्राहक सेवा मदद के लिए है।',
  }),
  DEPOSIT_DECIDED: ({ approved, amountPaise, requestedPaise, message, denialReason }) => {
    const amount = displayRupees(BigInt(amountPaise));
    const asked = requestedPaise === undefined ? '' : ` आपका अनुरोध ${displayRupees(BigInt(requestedPaise))} का था।`;
    return approved
      ? { title: 'जमा मंज़ूर हुई', body: withMessage(`${amount} आपके वॉलेट में जोड़ दिए गए हैं।${asked}`, message) }
      : {
          title: 'जमा अस्वीकार हुई',
          body: withMessage(because(`आपकी ${amount} की जमा मंज़ूर नहीं हुई।`, denialReason), message),
        };
  },
  DEPOSIT_REOPENED: ({ amountPaise }) => ({
    title: 'जमा की फिर से जाँच',
    body: `आपकी ${displayRupees(BigInt(amountPaise))} की जमा पहले अस्वीकार हुई थी। उसकी फिर से जाँच हो रही है, फ़ैसला बाकी है।`,
  }),
  WITHDRAWAL_DECIDED: ({ approved, amountPaise, message, denialReason, payoutReference }, mode) => {
    const amount = displayRupees(BigInt(amountPaise));
    if (!approved) {
      return {
        title: 'निकासी अस्वीकार हुई',
        body: withMessage(because(`${amount} आपके वॉलेट में वापस आ गए हैं।`, denialReason), message),
      };
    }
    if (mode === 'play') {
      const body = withMessage(`खेल के ${amount} आपके वॉलेट से निकल गए हैं। कोई असली भुगतान नहीं हुआ।`, message);
      return { title: 'अभ्यास की निकासी मंज़ूर हुई', body };
    }
    const reference = payoutReference === null ? '' : ` बैंक का रेफ़रेंस: ${payoutReference}।`;
    return { title: 'निकासी का भुगतान हुआ', body: withMessage(`${amount} आपके पास आ रहे हैं।${reference}`, message) };
  },
  WITHDRAWAL_APPROVED: ({ amountPaise }, mode) => {
    const amount = displayRupees(BigInt(amountPaise));
    return mode === 'play'
      ? {
          title: 'अभ्यास की निकासी मंज़ूर हुई',
          body: `${amount} की आपकी निकासी मंज़ूर हो गई है। यह अभ्यास है: कोई असली भुगतान नहीं होगा।`,
        }
      : { title: 'निकासी मंज़ूर हुई', body: `${amount} आपको 24 घंटे के अंदर भेजे जा रहे हैं। अब यह निकासी रद्द नहीं हो सकती।` };
  },
  WITHDRAWAL_WAITS_AGAIN: ({ amountPaise }) => ({
    title: 'निकासी की फिर से जाँच',
    body: `आपकी ${displayRupees(BigInt(amountPaise))} की निकासी पहले मंज़ूर हुई थी। उसकी फिर से जाँच हो रही है, फ़ैसला बाकी है।`,
  }),
  WITHDRAWAL_RETURNED: ({ amountPaise }) => ({
    title: 'निकासी वापस आ गई',
    body: `बैंक आपकी निकासी नहीं पहुँचा सका। ${displayRupees(BigInt(amountPaise))} आपके वॉलेट में वापस आ गए हैं। दोबारा निकालने से पहले खाते की जानकारी जाँच लें।`,
  }),
  BALANCE_CORRECTED: ({ amountPaise, message }) => {
    const paise = BigInt(amountPaise);
    const body =
      paise < 0n ? `आपके वॉलेट से ${displayRupees(-paise)} घटाए गए हैं।` : `आपके वॉलेट में ${displayRupees(paise)} जोड़े गए हैं।`;
    return { title: 'बैलेंस में सुधार', body: withMessage(body, message) };
  },
  TICKET_ANSWERED: () => ({
    title: 'आपके टिकट का जवाब आया',
    body: 'ग्राहक सेवा ने आपके टिकट का जवाब दिया है।',
  }),
  TICKET_ASSIGNED: ({ title, by }) => ({
    title: 'एक टिकट आपका है',
    body: `${by} ने “${title}” आपको सौंपा है।`,
  }),
  TICKET_HANDED: ({ title, by, team, toOne }) => ({
    title: 'एक टिकट पर आपकी मदद चाहिए',
    body: `${by} ने “${title}” ${toOne ? 'आपको' : `${teams[team]} को`} सौंपा है।`,
  }),
  TICKET_TEAM_ANSWERED: ({ title, by, team, answer }) => ({
    title: answer === 'HANDED_BACK' ? 'एक टिकट सपोर्ट के पास वापस आया' : `${teams[team]} का जवाब`,
    body: `${by} ने “${title}” ${teamAnswers[answer]}।`,
  }),
  PASSWORD_GUESSED: () => ({
    title: 'आपके खाते पर गलत पासवर्ड',
    body: 'आपके खाते पर कई बार गलत पासवर्ड या लिंक आज़माए गए, इसलिए नए डिवाइस पर लॉग इन कुछ समय के लिए बंद है।',
  }),
  ROUND_VOID: ({ gameId, amountPaise, reason }) => ({
    title: `राउंड ${gameId.replace(/\D/g, '')} रद्द हुआ`,
    body: `आपके ${displayRupees(BigInt(amountPaise))} के दाँव आपके वॉलेट में वापस आ गए हैं। कारण: ${voidReasons[reason] ?? reason}`,
  }),
  ROUND_MADE_VOID: ({ gameId, reason }) => ({
    title: `राउंड ${gameId.replace(/\D/g, '')} रद्द हुआ`,
    body: `एक एडमिन ने इसे रद्द किया है। इसके सभी दाँव का पैसा वापस हो रहा है। कारण: ${reason}`,
  }),
  VOID_ANNOUNCED: ({ gameId, reason }) => ({
    title: `राउंड ${gameId.replace(/\D/g, '')} रद्द होने वाला है`,
    body: `यह एक हफ़्ते से सार्वजनिक बीकन का इंतज़ार कर रहा है। एक ओनर ने इसकी सूचना दी है: दूसरा ओनर इसे अभी रद्द कर सकता है, कोई भी ओनर 24 घंटे बाद, और कोई भी ओनर इसे रोक सकता है। कारण: ${reason}`,
  }),
  RESULT_SET: ({ gameId, number, reason }) => ({
    title: `नतीजा तय: राउंड ${gameId.replace(/\D/g, '')}`,
    body: `एक एडमिन ने नंबर ${number} तय किया है। इस राउंड में नए दाँव नहीं लगेंगे। कारण: ${reason}`,
  }),
  PAYEE_CHANGED: ({ change, payee, depositsStop, reason }) => ({
    title: payeeChanges[change],
    body: `${payee}।${depositsStop ? ' खिलाड़ी अब इस तरीके से जमा नहीं कर सकते।' : ''} कारण: ${reason}`,
  }),
  SECOND_ADMIN_CHANGED: ({ proposal, fromPaise, makerDayPaise, reason }) => ({
    title: `दूसरा एडमिन कब ज़रूरी है: ${proposals[proposal]}`,
    body: `${secondAdmin(fromPaise)}${perDay(makerDayPaise)} कारण: ${reason}`,
  }),
  POLICY_OPEN: ({ proposal, fromPaise, makerDayPaise, maker, daysLeft, reason }) => ({
    title: `दूसरे एडमिन की ज़रूरत कम होने वाली है: ${proposals[proposal]}`,
    body: `${maker} का प्रस्ताव: ${secondAdmin(fromPaise)}${perDay(makerDayPaise)} यदि कोई मालिक अस्वीकार नहीं करता, तो यह ${icu('hi', '{daysLeft, plural, one {# दिन} other {# दिन}}', { daysLeft })} में लागू होगा। कारण: ${reason}`,
  }),
  PROPOSAL_MADE: ({ proposal, subject, amountPaise, maker }) => ({
    title: 'दूसरे एडमिन की ज़रूरत है',
    body: `${maker} का प्रस्ताव: ${proposed(proposal, subject, amountPaise)}। कृपया पुष्टि करें या अस्वीकार करें।`,
  }),
  PROPOSAL_DECIDED: ({ proposal, subject, amountPaise, confirmed, checker, message }) => ({
    title: confirmed ? 'आपके प्रस्ताव की पुष्टि हुई' : 'आपका प्रस्ताव अस्वीकार हुआ',
    body: withMessage(
      `${checker} ने ${confirmed ? 'पुष्टि की' : 'अस्वीकार किया'}: ${proposed(proposal, subject, amountPaise)}।`,
      message,
    ),
  }),
  ROUNDS_PLAYED: ({ day, rounds = 0, betAmountPaise = '0', winAmountPaise = '0' }) => {
    const count = icu('hi', '{rounds, plural, one {# राउंड} other {# राउंड}}', { rounds });
    return {
      title: `${displayDay(day)} के आपके राउंड`,
      body: `${count}: ${returned(BigInt(betAmountPaise), BigInt(winAmountPaise))}`,
    };
  },
  ROUND_WON: ({ gameId, betAmountPaise, winAmountPaise }) => ({
    title: `राउंड ${gameId.replace(/\D/g, '')} का हिसाब हो गया`,
    body: returned(BigInt(betAmountPaise), BigInt(winAmountPaise)),
  }),
};

const teams = { FINANCE: 'फ़ाइनेंस', GAME: 'गेम टीम', OWNER: 'ओनर' };

const teamAnswers = {
  NOTED: 'पर अंदरूनी नोट लिखा है',
  ANSWERED: 'में खिलाड़ी को जवाब दिया है',
  HANDED_BACK: 'वापस सौंपा है',
};

const payeeChanges: Record<PayeeChange, string> = {
  ADDED: 'जमा का खाता जोड़ा गया',
  ACTIVATED: 'जमा का खाता चालू किया गया',
  DEACTIVATED: 'जमा का खाता बंद किया गया',
  REMOVED: 'जमा का खाता हटाया गया',
  SHOWN: 'खिलाड़ियों को जमा का दूसरा खाता दिखाया जा रहा है',
};

function secondAdmin(fromPaise: string | null): string {
  if (fromPaise === null) return 'अब नहीं: एक एडमिन काफ़ी है।';
  return fromPaise === '0' ? 'अब से हमेशा।' : `${displayRupees(BigInt(fromPaise))} से।`;
}

function perDay(makerDayPaise: string | null | undefined): string {
  return makerDayPaise == null ? '' : ` हर एडमिन के लिए एक दिन में ${displayRupees(BigInt(makerDayPaise))} से।`;
}

const proposals: Readonly<Record<NotificationData['PROPOSAL_MADE']['proposal'], string>> = {
  deposit: 'जमा',
  payout: 'भुगतान',
  correction: 'बैलेंस में सुधार',
  payee: 'जमा का खाता',
  roles: 'भूमिकाएँ',
  override: 'नतीजा',
  void: 'रद्द राउंड',
  policy: 'दूसरे एडमिन की ज़रूरत कम करना',
  line_credit: 'स्टेटमेंट की पंक्ति',
  payout_return: 'भुगतान की वापसी',
};

function proposed(kind: keyof typeof proposals, subject: string, amountPaise: string | null): string {
  const amount = amountPaise === null ? '' : ` (${displayRupees(BigInt(amountPaise))})`;
  return kind === 'policy' ? proposals.policy : `${proposals[kind]} ${subject}${amount}`;
}

function returned(bet: bigint, win: bigint): string {
  return `${displayRupees(bet)} लगाए, ${displayRupees(win)} वापस मिले: ${net(bet, win)}।`;
}

function withMessage(sentence: string, message: string | null): string {
  return message ? `${sentence} संदेश: ${message}` : sentence;
}

function because(sentence: string, reason: Parameters<typeof denialSentence>[0]): string {
  const why = denialSentence(reason, 'hi');
  return why === null ? sentence : `${sentence} ${why}`;
}

/** The reasons that are not an operator's words (void_unfair_contest). */
const voidReasons: Readonly<Record<string, string>> = {
  'The list of its bets was not published before its end.': 'इसके दाँवों की सूची राउंड के अंत से पहले प्रकाशित नहीं हुई।',
  'The list of its bets was not confirmed by a majority of the witnesses before its end.':
    'इसके दाँवों की सूची की पुष्टि राउंड के अंत से पहले ज़्यादातर गवाहों ने नहीं की।',
  // Of rounds that opened before they waited for the beacon however long it takes.
  'The public beacon gave no number within 60 seconds of its end.':
    'सार्वजनिक बीकन ने राउंड के अंत के 60 सेकंड के भीतर कोई नंबर नहीं दिया।',
};
