import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './FormCard.module.css';

/** A form of the back office, in reading width. Can't be submitted while busy. */
export function FormCard({ onSubmit, busy, children }: { onSubmit: () => void; busy: boolean; children: ReactNode }) {
  return (
    <Card className={classes.card}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        <Stack gap={12}>{children}</Stack>
      </form>
    </Card>
  );
}
