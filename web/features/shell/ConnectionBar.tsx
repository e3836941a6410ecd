import { StatusBar } from './StatusBar.tsx';
import { useConnected } from './useConnected.ts';

/** The bar while the server can't be reached. */
export function ConnectionBar({ text }: { text: string }) {
  return <StatusBar text={useConnected() ? undefined : text} />;
}
