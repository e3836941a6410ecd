import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ChainFault, parseMark } from '../../lib/auditChain.ts';
import { audit } from '#messages/admin/audit.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { type ChainCheck, useChainCheck } from './useChainCheck.ts';

const texts = audit.chain;

/** Verification of the complete log, computed in the browser. */
export function ChainCheckCard() {
  return (
    <Card title={texts.title}>
      {globalThis.isSecureContext ? <Checked /> : <Notice tone="attention">{texts.noWebCrypto}</Notice>}
    </Card>
  );
}

function Checked() {
  const { check, start, stop } = useChainCheck();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const begin = () => {
    const mark = parseMark(typed);
    const unreadable = typed.trim() !== '' && mark === null;
    setWrong(unreadable);
    if (!unreadable) void start(mark);
  };
  return (
    <Stack gap={12}>
      <p>{texts.hint}</p>
      <TextInput
        label={texts.mark}
        description={texts.markHint}
        value={typed}
        maxLength={100}
        error={wrong ? texts.markWrong : null}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {check.state === 'running' ? (
        <Button variant="light" onClick={stop}>
          {texts.stop}
        </Button>
      ) : (
        <Button variant="light" onClick={begin}>
          {check.state === 'interrupted' ? texts.resume : texts.verify}
        </Button>
      )}
      <Result check={check} marked={typed.trim() !== ''} />
    </Stack>
  );
}

function Result({ check: { state, last, fault }, marked }: { check: ChainCheck; marked: boolean }) {
  if (state === 'idle') return null;
  if (state === 'broken' && fault) return <Notice tone="bad">{faultText(fault)}</Notice>;
  if (state === 'whole') {
    return (
      <Notice tone="good">
        {texts.whole(last.number)} {marked && texts.markFound} {texts.head}
        <br />
        <small style={{ overflowWrap: 'anywhere' }}>{`${last.number}:${last.hash}`}</small>
      </Notice>
    );
  }
  return (
    <Notice tone="calm">{state === 'running' ? texts.running(last.number) : texts.interrupted(last.number)}</Notice>
  );
}

function faultText({ kind, number }: ChainFault): string {
  return texts.faults[kind](number);
}
