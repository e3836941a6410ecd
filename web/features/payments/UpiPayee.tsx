import type { FragmentType } from '@apollo/client/masking';
import { Suspense, useState } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { UpiPayee_payeeFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { deposit } from '#messages/deposit.ts';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import { useProduct } from '../product/useProduct.ts';
import { CopyFact } from './CopyFact.tsx';
import button from '../shell/LinkButton.module.css';
import classes from './PayeeCard.module.css';
import { upiLink } from './upiLink.ts';

export const UpiPayee_payee = graphql(`
  fragment UpiPayee_payee on Payee {
    upiId
  }
`);

/** Loaded when it is asked for. */
const QrCode = lazyPart(async () => (await import('qrcode.react')).QRCodeSVG);

const qrSize = 150;

/** The UPI id to pay to, to copy or to scan. */
export function UpiPayee({ payee, amount }: { payee: FragmentType<UpiPayee_payeeFragment>; amount: string }) {
  const { data } = useFragmentData({ fragment: UpiPayee_payee, from: payee });
  const { name, playMoney } = useProduct();
  const [qr, setQr] = useState(false);
  const upiId = data.upiId ?? '';
  const link = upiLink({ upiId, payeeName: name, amount });
  return (
    <Stack gap={12}>
      <CopyFact label={deposit.upiAccount} value={upiId} copy={deposit.copyUpi} copied={deposit.upiCopied} />
      {/* A phone's camera can't scan the code on its own screen. With play money no payment is to be made. */}
      {!playMoney && (
        <a href={link} className={button.button}>
          {deposit.payByApp(formatMoney(amount))}
        </a>
      )}
      <Button variant="light" aria-expanded={qr} onClick={() => setQr(!qr)}>
        {qr ? deposit.hideQr : deposit.qr}
      </Button>
      {qr && (
        <div className={classes.qr}>
          <div className={classes.code}>
            <Suspense fallback={<div style={{ width: qrSize, height: qrSize }} />}>
              <QrCode value={link} size={qrSize} role="img" title={deposit.qrLabel(formatMoney(amount), upiId)} />
            </Suspense>
          </div>
        </div>
      )}
    </Stack>
  );
}
