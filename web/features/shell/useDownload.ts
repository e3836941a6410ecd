import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

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
  const { act, pending } = useAction(Download_Mutation, options);
  const download = async (path: string): Promise<boolean> => {
    const linked = await act({ path });
    if (linked.outcome === 'done') location.assign(linked.payload.url);
    return linked.outcome === 'done';
  };
  return { download, downloading: pending };
}

const options = { toast: () => null };
