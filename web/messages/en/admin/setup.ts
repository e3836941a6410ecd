interface Step {
  title: string;
  /** What it is for. */
  why: string;
  /** What is run or set on the server, where no screen does it. */
  command?: string;
  /** On the link to the screen that does it. */
  link?: string;
}

const step = (facts: Step): Step => facts;

/** The list of the first day. */
export const setup = {
  title: 'Before you open',
  progress: (done: number, of: number) => `${done} of ${of} settled`,
  hint: 'This list goes when everything in it is done, or settled by an owner.',
  all: (count: number) => `Show all ${count} open steps, and what is settled`,
  settled: (count: number) => `Settled (${count})`,
  done: 'Done',
  steps: {
    OWN_SECOND_FACTOR: step({
      title: 'Set up your second factor',
      why: 'A stolen password alone then opens nothing.',
      link: 'Two-step sign-in',
    }),
    SECOND_OWNER: step({
      title: 'Register a second owner',
      why: 'Where one loses access, the other still gives roles; loosening a rule of four eyes needs both.',
      link: 'Register New Admin',
    }),
    ROLES: step({
      title: 'Register admins for daily work',
      why: 'Finance, support and game each see and do their part alone; owners can do everything.',
      link: 'Admins',
    }),
    FOUR_EYES: step({
      title: 'Say what needs a second admin',
      why: 'Payouts, deposits, corrections, payment accounts, roles and results can need two people.',
      link: 'Proposals',
    }),
    PAYEE: step({
      title: 'Add a payment account',
      why: 'Players pay their deposits to it.',
      link: 'UPI accounts',
    }),
    LIMITS: step({
      title: 'Limit each game',
      why: 'The largest bet, stake or payout bounds what one round can cost.',
      link: 'Games',
    }),
    MAIL: step({
      title: 'Let mails be sent',
      why: 'Passwords, links, alerts and reports are mailed. Mails that are older than a day by then are not sent any more.',
      command: 'SMTP_URL=smtps://user:password@mail.example',
    }),
    PUBLIC_URL: step({
      title: 'Give the public address',
      why: 'Links in mails lead there, and passkeys and cookies belong to it. It needs https.',
      command: 'PUBLIC_URL=https://play.example',
    }),
    BACKUP: step({
      title: 'Take a backup',
      why: 'It is all that is left when a disk is lost. Keep the key in another place.',
      command: 'npm run backup -- /backups/first',
    }),
    RESTORE_TRIED: step({
      title: 'Try a restore',
      why: 'A backup that was never restored is a hope. Restore it into a folder of its own, then settle this with where and when.',
      command: 'DATA_DIR=/tmp/drill npm run restore -- /backups/first',
    }),
    AUDIT: step({
      title: 'Audit the books',
      why: 'Every balance is recomputed from its transfers. A running server does so every night at 03:00 am.',
      command: 'npm run audit',
    }),
    DOCTOR: step({
      title: 'Ask the doctor',
      why: 'It names what is wrong with the installation, and what to do.',
      command: 'npm run doctor',
    }),
  },
  copyCommand: (title: string) => `Copy the command: ${title}`,
  commandCopied: 'Command copied!',
  settle: 'Settle',
  settleWhat: (title: string) => `Settle: ${title}`,
  settleQuestion: 'It is not needed here, or done where the system can’t tell. The list shows your reason.',
  settledToast: 'Settled.',
  reopen: 'Open again',
  reopenWhat: (title: string) => `Open again: ${title}`,
  reopenQuestion: 'It stands in the list again until it is done.',
  reopenedToast: 'Open again.',
  by: (name: string, reason: string) => `${name}: ${reason}`,
};
