import type { FragmentType } from '@apollo/client/masking';
import { useMutation, useSuspenseFragment } from '@apollo/client/react';
import { UnstyledButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import type { DocumentLink_documentFragment } from '../../gql/graphql.ts';
import { formatBytes } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';
import { showToast } from '../../ui/toasts.ts';
import classes from './DocumentLink.module.css';

export const DocumentLink_document = graphql(`
  fragment DocumentLink_document on Document {
    size
    url
  }
`);

const DocumentLink_Mutation = graphql(`
  mutation DocumentLink_Mutation($input: CreateDownloadLinkInput!) {
    createDownloadLink(input: $input) {
      ... on CreateDownloadLinkPayload {
        url
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Downloads a document through a one-time link. */
export function DocumentLink({ document }: { document: FragmentType<DocumentLink_documentFragment> }) {
  const { data } = useSuspenseFragment({ fragment: DocumentLink_document, from: document });
  const [mutate, { loading }] = useMutation(DocumentLink_Mutation);

  const open = async () => {
    try {
      const answer = await mutate({ variables: { input: { path: data.url } } });
      const result = answer.data?.createDownloadLink;
      if (result?.__typename === 'CreateDownloadLinkPayload') location.assign(result.url);
      else if (result) showToast({ text: refusalText(result), tone: 'bad' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'bad' });
    }
  };

  return (
    <UnstyledButton className={classes.link} disabled={loading} onClick={() => void open()}>
      <IconPaperclip size={18} aria-hidden />
      {words.tickets.attachment(formatBytes(data.size))}
    </UnstyledButton>
  );
}
