import type { FragmentType } from '@apollo/client/masking';
import { useEffect, useState } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import type { DocumentLink_documentFragment } from '../../gql/graphql.ts';
import { support } from '#messages/admin/support.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDownload } from '../shell/useDownload.ts';
import { DocumentLink, DocumentLink_document } from '../tickets/DocumentLink.tsx';
import classes from './TicketDocument.module.css';

interface TicketDocumentProps {
  document: FragmentType<DocumentLink_documentFragment>;
}

/** A picture as a thumbnail that opens large; any other document as a link that downloads it. */
export function TicketDocument({ document }: TicketDocumentProps) {
  const { data } = useFragmentData({ fragment: DocumentLink_document, from: document });
  return data.mediaType.startsWith('image/') ? (
    <Picture path={data.path} name={data.name} />
  ) : (
    <DocumentLink document={document} />
  );
}

/** Its address is a download link, which is asked for once; the browser keeps what it has loaded. */
function Picture({ path, name }: { path: string; name: string }) {
  const { download, linkTo, downloading } = useDownload();
  const [source, setSource] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    let current = true;
    void linkTo(path).then((link) => current && setSource(link));
    return () => {
      current = false;
    };
    // `linkTo` is another function after each call.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path]);
  if (source === null) return <div className={classes.thumbnail} />;
  return (
    <>
      <button
        type="button"
        className={classes.thumbnail}
        aria-label={support.openPicture}
        onClick={() => setOpened(true)}
      >
        <img src={source} alt={name} className={classes.small} />
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={name} closeButton>
        <img src={source} alt={name} className={classes.large} />
        <Button variant="light" fullWidth loading={downloading} onClick={() => void download(path)}>
          {support.downloadPicture}
        </Button>
      </Dialog>
    </>
  );
}
