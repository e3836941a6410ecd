import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { formatMoney } from '../../lib/money.ts';
import { formatDay, formatInstant } from '../../lib/time.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDownload } from '../shell/useDownload.ts';
import type { Batch } from './batch.ts';
import classes from './Payouts.module.css';
import { useBatchActions } from './useBatchActions.ts';

const texts = payoutBatches.head;

interface BatchHeadProps {
  batch: Batch;
  /** The file was downloaded. */
  onDownloaded: () => void;
}

/** The batch's facts, state and holder; for the holder its file too. */
export function BatchHead({ batch, onDownloaded }: BatchHeadProps) {
  const { state, heldBy, heldSince, sums, madeBy, madeAt, downloadedAt, payee, viewerHolds } = batch;
  const isOpen = state === 'READY' || state === 'SENT';
  return (
    <Card title={payoutBatches.states[state]}>
      <div className={classes.card}>
        {batch.practice && <Notice tone="attention">{texts.practice}</Notice>}
        <Facts
          facts={[
            [texts.sum, texts.of(sums.count, formatMoney(sums.amount))],
            [texts.open, sums.openCount > 0 ? texts.of(sums.openCount, formatMoney(sums.openAmount)) : null],
            [texts.bank, batch.bank],
            [texts.format, payoutBatches.layout.formats[batch.format]],
            [texts.payee, payee.upiId ?? payee.accountNumber],
            [texts.day, formatDay(batch.day)],
            [texts.made, texts.by(madeBy.name, formatInstant(madeAt))],
            [texts.downloaded, downloadedAt && formatInstant(downloadedAt)],
            [texts.held, isOpen ? holder(heldBy?.name, heldSince) : null],
          ]}
        />
        {isOpen && !viewerHolds && <p>{texts.othersHand}</p>}
        {state === 'READY' && viewerHolds && <p>{texts.first}</p>}
        <BatchButtons batch={batch} onDownloaded={onDownloaded} />
      </div>
    </Card>
  );
}

function holder(name: string | undefined, since: string | null): string {
  return name === undefined || since === null ? texts.nobody : texts.since(name, formatInstant(since));
}

function BatchButtons({ batch, onDownloaded }: BatchHeadProps) {
  const { id, state, file, viewerMayRelease, viewerMayTake } = batch;
  const [releasing, setReleasing] = useState(false);
  const { release, take, busy } = useBatchActions(id);
  const { download, downloading } = useDownload();
  const isOpen = state === 'READY' || state === 'SENT';
  if (!isOpen) return null;
  const load = async (path: string) => {
    if (await download(path)) onDownloaded();
  };
  return (
    <div className={classes.actions}>
      {file && (
        <Button
          variant={state === 'READY' ? 'filled' : 'light'}
          loading={downloading}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void load(file.path)}
        >
          {state === 'READY' ? texts.download : texts.again}
        </Button>
      )}
      {viewerMayTake && (
        <Button loading={busy} onClick={() => void take()}>
          {texts.take}
        </Button>
      )}
      {viewerMayRelease && (
        <Button variant="light" onClick={() => setReleasing(true)}>
          {texts.release}
        </Button>
      )}
      <ConfirmDialog
        opened={releasing}
        title={texts.releaseTitle}
        question={state === 'READY' ? texts.giveUp : texts.handOver}
        confirmLabel={texts.release}
        busy={busy}
        onConfirm={() => void release().then(() => setReleasing(false))}
        onCancel={() => setReleasing(false)}
      />
    </div>
  );
}
