import classes from './BarButton.module.css';

interface BarButtonProps {
  label: string;
  onClick: () => void;
}

/** The button in a bar of text. */
export function BarButton({ label, onClick }: BarButtonProps) {
  return (
    <button type="button" className={classes.button} onClick={onClick}>
      {label}
    </button>
  );
}
