import { useEffect, useRef, type ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './SecondFactor.module.css';

interface PanelStepProps {
  title: string;
  /** It has replaced another step, so the focus, which was there, moves to its first field or to itself. */
  takesFocus: boolean;
  children: ReactNode;
}

/** One step of setting up or changing the second factor. */
export function PanelStep({ title, takesFocus, children }: PanelStepProps) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) (step.current?.querySelector('input') ?? step.current)?.focus();
  }, [takesFocus]);
  return (
    <div ref={step} tabIndex={-1} className={classes.step}>
      <Card title={title}>
        <Stack gap={12}>{children}</Stack>
      </Card>
    </div>
  );
}
