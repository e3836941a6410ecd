import { useMutation } from '@apollo/client/react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { showToast } from '../../ui/toasts.ts';

const Download_Mutation = graphql(`
  mutation Download_Mutation($input: CreateDownloadLinkInput!) {
    createDownloadLink(input: $input) {
      ... on CreateDownloadLinkPayload {
        url
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Downloads a file through a one-time link. Resolves to whether the download started. */
export function useDownload() {
  const [mutate, { loading }] = useMutation(Download_Mutation);

  const download = async (path: string): Promise<boolean> => {
    try {
      const { data } = await mutate({ variables: { input: { path } } });
      const result = data?.createDownloadLink;
      if (result?.__typename === 'CreateDownloadLinkPayload') {
        location.assign(result.url);
        return true;
      }
      if (result) showToast({ text: refusalText(result), tone: 'bad' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'bad' });
    }
    return false;
  };

  return { download, downloading: loading };
}
