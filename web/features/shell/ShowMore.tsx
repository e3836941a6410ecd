import { useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { common } from '#messages/common.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/Button.tsx';

export interface ShowMoreProps {
  pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  fetchMore: (options: { variables: { after: string | null } }) => Promise<unknown>;
}

/** Button that appends the next page of a list; nothing on the last page. */
export function ShowMore({ pageInfo, fetchMore }: ShowMoreProps) {
  const [loading, setLoading] = useState(false);
  if (!pageInfo.hasNextPage) return null;
  const more = async () => {
    setLoading(true);
    try {
      await fetchMore({ variables: { after: pageInfo.endCursor } });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'bad' });
    }
    setLoading(false);
  };
  return (
    <Button variant="raised" fullWidth loading={loading} onClick={() => void more()}>
      {common.showMore}
    </Button>
  );
}
