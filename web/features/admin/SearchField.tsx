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

/** Searches for what is typed once the fingers rest, and at once on Enter. */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const searchSoon = useDebouncedCallback((text: string) => onSearch(text.trim()), quietMs);
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
