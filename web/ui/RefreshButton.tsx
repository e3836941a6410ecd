import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useEffect, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import classes from './RefreshButton.module.css';

const spinMs = 1_000;

/** Refetches something; its icon spins for a second. */
export function RefreshButton({
  label,
  onRefresh,
  className,
}: {
  label: string;
  onRefresh: () => void;
  className?: string | undefined;
}) {
  const [spinning, setSpinning] = useState(false);
  useEffect(() => {
    if (!spinning) return undefined;
    const timer = setTimeout(() => setSpinning(false), spinMs);
    return () => clearTimeout(timer);
  }, [spinning]);
  return (
    <IconButton
      variant="subtle"
      aria-label={label}
      className={className ?? ''}
      onClick={() => {
        setSpinning(true);
        onRefresh();
      }}
    >
      <IconRefresh size={18} className={spinning ? classes.spinning : ''} aria-hidden />
    </IconButton>
  );
}
