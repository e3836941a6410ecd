import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { words } from '../messages/words.ts';
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
    <nav className={classes.pager} aria-label={words.common.pages}>
      <ActionIcon aria-label={words.common.previousPage} disabled={!onPrevious} onClick={onPrevious}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className={classes.page} aria-label={words.common.pageNumber(page)} role="status">
        {page}
      </span>
      <ActionIcon aria-label={words.common.nextPage} disabled={!onNext} onClick={onNext}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </nav>
  );
}
