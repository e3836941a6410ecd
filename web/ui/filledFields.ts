import { flushSync } from 'react-dom';

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** What precedes every use of a form. CSS starts an animation in fields that the browser fills (Field.module.css). */
const occasions = ['focusin', 'pointerdown', 'keydown', 'click', 'change', 'submit', 'animationstart'];

/**
 * Reports what was filled into a field without an event, as password managers and Chrome on iOS do, to the component that
 * shows the field. React would neither send it nor keep it at the next rendering.
 */
export function followFilledFields(): void {
  for (const type of occasions) document.addEventListener(type, reportFilled, { capture: true });
}

let isReporting = false;

function reportFilled(): void {
  // Chromium fires `change` while a script sets the value of a date field that the user has just changed.
  if (isReporting) return;
  // React keeps the attribute equal to the value that it has given to the field.
  const filled = [...document.querySelectorAll<TextInput>('input, textarea')]
    .filter((input) => input.value !== input.defaultValue && hasText(input))
    .map((input) => ({ input, value: input.value }));
  if (filled.length === 0) return;
  // At once: the next handler of this press may send the form. All together: a rendering empties those not reported yet.
  isReporting = true;
  try {
    flushSync(() => {
      for (const { input, value } of filled) report(input, value);
    });
  } finally {
    isReporting = false;
  }
}

function hasText({ type }: TextInput): boolean {
  return !['file', 'radio', 'checkbox', 'range', 'button', 'submit'].includes(type);
}

/** Fires the event that was missed. React ignores one after which a field has the value that was last set by its property. */
function report(input: TextInput, filled: string): void {
  const { prototype } = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  input.value = input.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, filled);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
