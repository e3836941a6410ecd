import { useSearchParams } from 'react-router-dom';
import { currentParams } from '../admin/currentParams.ts';
import { useMay } from '../admin/useMay.ts';

export const memberViews = ['timeline', 'payments', 'bets', 'tickets'] as const;
export type MemberView = (typeof memberViews)[number];

/** Which of a player's lists is shown; in the page's address. */
export function useMemberView(): [MemberView, (view: MemberView) => void] {
  const [params, setParams] = useSearchParams();
  const mayReadTickets = useMay()('TICKET_READ_ALL');
  const named = memberViews.find((one) => one === params.get('view')) ?? 'timeline';
  const show = (next: MemberView) => {
    const changed = currentParams();
    if (next === 'timeline') changed.delete('view');
    else changed.set('view', next);
    setParams(changed, { replace: true });
  };
  return [named === 'tickets' && !mayReadTickets ? 'timeline' : named, show];
}
