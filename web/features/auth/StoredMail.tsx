import { signup } from '#messages/signup.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { passwordIn } from './typedAccount.ts';
import classes from './StoredMail.module.css';

/** A mail that this installation shows instead of sending it, with a button that copies the password in it. */
export function StoredMail({ subject, text }: { subject: string; text: string }) {
  const password = passwordIn(text);
  return (
    <Card>
      <article aria-label={subject}>
        <div className={classes.head}>
          <h2 className={classes.subject}>{subject}</h2>
          {password !== '' && <CopyButton text={password} label={signup.copyPassword} copied={signup.passwordCopied} />}
        </div>
        <p className={classes.text}>{text}</p>
      </article>
    </Card>
  );
}
