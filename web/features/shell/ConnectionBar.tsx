import classes from './ConnectionBar.module.css';
import { useConnected } from './useConnected.ts';

/** A bar at the top while the server can't be reached. It takes room of its own, so that it covers nothing. */
export function ConnectionBar({ text }: { text: string }) {
  const connected = useConnected();
  return (
    <div className={classes.area} role="status">
      {!connected && <p className={classes.bar}>{text}</p>}
    </div>
  );
}
