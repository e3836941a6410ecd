import type { FragmentType } from '@apollo/client/masking';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { useState } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { DocumentLink_documentFragment } from '../../gql/graphql.ts';
import { formatBytes } from '../../lib/text.ts';
import { tickets } from '#messages/tickets.ts';
import { useDownload } from '../shell/useDownload.ts';
import classes from './DocumentLink.module.css';

export const DocumentLink_document = graphql(`
  fragment DocumentLink_document on Document {
    mediaType
    name
    size
    path
  }
`);

/** Shows a picture, when asked to, or downloads a document: each through a download link. */
export function DocumentLink({ document }: { document: FragmentType<DocumentLink_documentFragment> }) {
  const { data } = useFragmentData({ fragment: DocumentLink_document, from: document });
  const { download, linkTo, downloading } = useDownload();
  const [picture, setPicture] = useState<string | null>(null);
  const size = formatBytes(data.size);
  const isHidden = data.mediaType.startsWith('image/') && picture === null;
  const open = () => (isHidden ? linkTo(data.path).then(setPicture) : download(data.path));
  return (
    <>
      {picture && <img src={picture} alt={data.name} className={classes.picture} />}
      <button type="button" className={classes.link} disabled={downloading} onClick={() => void open()}>
        <IconPaperclip size={18} aria-hidden />
        {isHidden ? tickets.showPicture(data.name, size) : tickets.attachment(data.name, size)}
      </button>
    </>
  );
}
