import type { ReactNode, Ref } from 'react';

interface SubmitFormProps {
  onSubmit: () => void;
  className?: string | undefined;
  element?: Ref<HTMLFormElement>;
  children: ReactNode;
}

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
