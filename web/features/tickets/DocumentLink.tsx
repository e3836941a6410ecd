import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { IconPaperclip } from '@tabler/icons-react';
import { graphql } from '../../gql/gql.ts';
import type { DocumentLink_documentFragment } from '../../gql/graphql.ts';
import { formatBytes } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';
import { useDownload } from '../shell/useDownload.ts';
import classes from './DocumentLink.module.css';

export const DocumentLink_document = graphql(`
  fragment DocumentLink_document on Document {
    size
    url
  }
`);

/** Downloads a document through a one-time link. */
export function DocumentLink({ document }: { document: FragmentType<DocumentLink_documentFragment> }) {
  const { data } = useSuspenseFragment({ fragment: DocumentLink_document, from: document });
  const { download, downloading } = useDownload();
  return (
    <button type="button" className={classes.link} disabled={downloading} onClick={() => void download(data.url)}>
      <IconPaperclip size={18} aria-hidden />
      {words.tickets.attachment(formatBytes(data.size))}
    </button>
  );
}
