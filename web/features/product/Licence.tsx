import { common } from '#messages/common.ts';
import classes from './Licence.module.css';

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/;

/** The mark of the age, then the operator and its licence: its lines are kept, and its addresses are links. */
export default function Licence({ text }: { text: string }) {
  return (
    <>
      <strong className={classes.age} aria-label={common.adultsOnly}>
        18+
      </strong>
      <span className={classes.text} translate="no">
        {text.split(ADDRESS).map((part, place) =>
          place % 2 === 1 ? (
            <a key={place} href={part} rel="noreferrer" target="_blank">
              {part}
            </a>
          ) : (
            <span key={place}>{part}</span>
          ),
        )}
      </span>
    </>
  );
}
