import { Children, type ComponentProps } from 'react';

/**
 * The label of Mantine's inputs. Mantine gives it a text and, where a value is required, an asterisk beside it. The text
 * gets an element of its own, which Mantine's JSX runtime doesn't make, as ours does (web/jsx/translatable.ts).
 */
export function InputLabelText({ children, ...props }: ComponentProps<'label'>) {
  const [text, ...marks] = Children.toArray(children);
  return (
    <label {...props}>
      <span>{text}</span>
      {marks}
    </label>
  );
}
