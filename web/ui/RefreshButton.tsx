import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { IconButton } from './IconButton.tsx';
import classes from './RefreshButton.module.css';
import { useForMoment } from './useForMoment.ts';

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
  const [spinning, spin] = useForMoment<true>(spinMs);
  return (
    <IconButton
      variant="subtle"
      aria-label={label}
      className={className ?? ''}
      onClick={() => {
        spin(true);
        onRefresh();
      }}
    >
      <IconRefresh size={18} className={spinning ? classes.spinning : ''} aria-hidden />
    </IconButton>
  );
}
