import { common } from '#messages/common.ts';
import { errors } from '#messages/errors.ts';
import { BarButton } from '../shell/BarButton.tsx';
import { StatusBar } from '../shell/StatusBar.tsx';

/** The bar above a page that stays while the renewal of its session is retried. Its button retries at once. */
export function RenewalBar({ onRetry }: { onRetry: () => void }) {
  return <StatusBar text={errors.renewal} action={<BarButton label={common.retry} onClick={onRetry} />} />;
}
