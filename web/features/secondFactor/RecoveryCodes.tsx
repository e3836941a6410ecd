import { useEffect } from 'react';
import { secondFactor } from '#messages/secondFactor.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { useProduct } from '../product/useProduct.ts';
import { PanelStep } from './PanelStep.tsx';
import classes from './SecondFactor.module.css';

/** New recovery codes, which are shown only here: the browser asks before the page is left or loaded anew. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { name } = useProduct();
  const text = secondFactor;
  useAskBeforeLeaving();
  const file = [name, text.codesTitle, '', ...codes, ''].join('\n');
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
        <Button variant="light" onClick={() => saveFile('recovery-codes.txt', 'text/plain', file)}>
          {text.download}
        </Button>
      </div>
      <PrimaryButton onClick={onKept}>{text.kept}</PrimaryButton>
    </PanelStep>
  );
}

function useAskBeforeLeaving() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
