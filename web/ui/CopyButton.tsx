import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { common } from '#messages/common.ts';
import { showToast } from './toasts.ts';
import { IconButton } from './IconButton.tsx';

/** Copies a text and confirms it. `label` names the action: "Copy UID". */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: copied, tone: 'good' });
    } catch {
      showToast({ text: common.copyFailed(text), tone: 'bad' });
    }
  };
  return (
    <IconButton variant="subtle" aria-label={label} onClick={() => void copy()}>
      <IconCopy size={18} aria-hidden />
    </IconButton>
  );
}
