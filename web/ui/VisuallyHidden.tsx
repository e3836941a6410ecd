import type { ReactNode } from 'react';

interface VisuallyHiddenProps {
  as?: 'span' | 'h1';
  role?: 'status';
  children: ReactNode;
}

/** Text for screen readers only. */
export function VisuallyHidden({ as: Element = 'span', role, children }: VisuallyHiddenProps) {
  return (
    <Element className="visually-hidden" role={role}>
      {children}
    </Element>
  );
}
