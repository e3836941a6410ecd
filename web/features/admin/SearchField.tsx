import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** What is searched for now. */
  value: string;
  onSearch: (search: string) => void;
  className?: string | undefined;
}

const quietMs = 300;

/**
 * Searches for what is typed once the fingers rest, and at once on Enter. A search that was changed elsewhere, as by a
 * link to the same page without one, takes the place of what was typed; the answer to one's own does not.
 */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [asked, setAsked] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== asked) setTyped(value);
  }
  const searchSoon = useDebouncedCallback((text: string) => {
    setAsked(text.trim());
    onSearch(text.trim());
  }, quietMs);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      className={className ?? ''}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        searchSoon(currentTarget.value);
      }}
      onBlur={() => searchSoon.flush()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchSoon.flush();
      }}
    />
  );
}
