import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { useProduct } from '../product/useProduct.ts';
import { PanelStep } from './PanelStep.tsx';
import classes from './SecondFactor.module.css';

/** New recovery codes, which are shown only here. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { name } = useProduct();
  const text = words.secondFactor;
  return (
    <PanelStep title={text.codesTitle} takesFocus>
      <p>{text.codes}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton text={codes.join('\n')} label={text.copyCodes} copied={text.codesCopied} />
        <Button variant="light" onClick={() => saveText([name, text.codesTitle, '', ...codes])}>
          {text.download}
        </Button>
      </div>
      <PrimaryButton onClick={onKept}>{text.kept}</PrimaryButton>
    </PanelStep>
  );
}

const fileName = 'recovery-codes.txt';

/** Saves lines as a text file, made in the browser: the codes don't leave it. */
function saveText(lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
