import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState, type Ref } from 'react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The current search. */
  value: string;
  onSearch: (search: string) => void;
  className?: string | undefined;
  input?: Ref<HTMLInputElement>;
}

const debounceMs = 300;

/**
 * Search field with debounce; Enter searches at once. When the search changes elsewhere, such as by a link to the same
 * page without one, the new value replaces the typed text. The result of the field's own search doesn't.
 */
export function SearchField({ label, placeholder, value, onSearch, className, input }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [appliedValue, setAppliedValue] = useState(value);
  const [submitted, setSubmitted] = useState(value);
  if (value !== appliedValue) {
    setAppliedValue(value);
    if (value !== submitted) setTyped(value);
  }
  const debouncedSearch = useDebouncedCallback((text: string) => {
    setSubmitted(text.trim());
    onSearch(text.trim());
  }, debounceMs);
  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      placeholder={placeholder}
      className={className ?? ''}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        debouncedSearch(currentTarget.value);
      }}
      onBlur={() => debouncedSearch.flush()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') debouncedSearch.flush();
      }}
    />
  );
}
