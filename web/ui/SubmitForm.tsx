import type { ReactNode, Ref } from 'react';
import { followFilledFields } from './filledFields.ts';

interface SubmitFormProps {
  onSubmit: () => void;
  className?: string | undefined;
  element?: Ref<HTMLFormElement>;
  children: ReactNode;
}

// From the first form of the page on.
followFilledFields();

/** A form whose submit is handled by the page: the browser neither checks it nor leaves the page. */
export function SubmitForm({ onSubmit, className, element, children }: SubmitFormProps) {
  return (
    <form
      ref={element}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
