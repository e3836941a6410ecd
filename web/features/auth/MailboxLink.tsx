import { words } from '../../messages/words.ts';

/** To the mailbox that this server keeps itself while it sends no mail. */
export function MailboxLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {words.signup.mailbox}
    </a>
  );
}
