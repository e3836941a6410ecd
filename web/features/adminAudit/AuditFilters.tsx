import { NativeSelect } from '@mantine/core';
import { audit as auditWords } from '#messages/admin/audit.ts';
import { RangeFields } from '../admin/RangeFields.tsx';
import { SearchField } from '../admin/SearchField.tsx';
import type { AuditFilter } from './auditFilter.ts';
import classes from './AuditFilters.module.css';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** Every action that the log can contain. */
  actions: readonly string[];
  onChange: (changes: Partial<AuditFilter>) => void;
}

/** Filter by action, admin, subject and time. */
export function AuditFilters({ filter, actions, onChange }: AuditFiltersProps) {
  const audit = auditWords;
  return (
    <search className={classes.filters} aria-label={audit.filters}>
      <NativeSelect
        label={audit.columns.action}
        data={[
          { value: '', label: audit.allActions },
          ...actions.map((action) => ({ value: action, label: audit.actions[action] ?? action })),
        ]}
        value={filter.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <SearchField
        label={audit.actor}
        placeholder={audit.actorHint}
        value={filter.actor}
        onSearch={(actor) => onChange({ actor })}
      />
      <SearchField
        label={audit.subject}
        placeholder={audit.subjectHint}
        value={filter.subject}
        onSearch={(subject) => onChange({ subject })}
      />
      <RangeFields typed={filter} onChange={({ from, to }) => onChange({ from, to })} />
    </search>
  );
}
