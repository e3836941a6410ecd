import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const Download_Mutation = graphql(`
  mutation Download_Mutation($input: CreateDownloadLinkInput!) {
    createDownloadLink(input: $input) {
      ... on CreateDownloadLinkPayload {
        path
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Downloads a file through a link of its own. Resolves to whether the download started. */
export function useDownload() {
  const { act, pending } = useAction(Download_Mutation, options);
  /** The link itself; null where it was refused. */
  const linkTo = async (path: string): Promise<string | null> => {
    const linked = await act({ path });
    return linked.outcome === 'done' ? linked.payload.path : null;
  };
  const download = async (path: string): Promise<boolean> => {
    const link = await linkTo(path);
    if (link !== null) save(link);
    return link !== null;
  };
  return { download, linkTo, downloading: pending };
}

/** Not by a navigation: a dialog that closes meanwhile goes back in the history, which would end it; so would the next link. */
function save(link: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.download = '';
  anchor.click();
}

const options = { toast: () => null };
