import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useFragment } from '@apollo/client/react';
import { useState } from 'react';

interface FragmentOptions<Data> {
  readonly fragment: TypedDocumentNode<Data, OperationVariables>;
  /** Needed where the document has other fragments too. */
  readonly fragmentName?: string;
  readonly from: useFragment.FromOptionValue<Data>;
}

/**
 * What a component shows of an object, kept up to date. The query of its page has asked for all of it; where the cache
 * has lost a part since, the last complete data stay. `useSuspenseFragment` needs 1.3 kB of scripts more.
 */
export function useFragmentData<Data>(options: FragmentOptions<Data>): { data: MaybeMasked<Data> } {
  const read = useFragment(options);
  const [last, setLast] = useState(read);
  if (read.complete && read !== last) setLast(read);
  return { data: (read.complete ? read : last).data as MaybeMasked<Data> };
}
