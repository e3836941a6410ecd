import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { common } from '#messages/common.ts';
import { IconButton } from './IconButton.tsx';
import classes from './Pager.module.css';

interface PagerProps {
  /** Counted from 1. */
  page: number;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** Previous and next; a button without a handler is disabled. */
export function Pager({ page, onPrevious, onNext }: PagerProps) {
  return (
    <nav className={classes.pager} aria-label={common.pages}>
      <IconButton aria-label={common.previousPage} disabled={!onPrevious} onClick={onPrevious}>
        <IconChevronLeft size={18} aria-hidden />
      </IconButton>
      <span className={classes.page} aria-label={common.pageNumber(page)} role="status">
        {page}
      </span>
      <IconButton aria-label={common.nextPage} disabled={!onNext} onClick={onNext}>
        <IconChevronRight size={18} aria-hidden />
      </IconButton>
    </nav>
  );
}
