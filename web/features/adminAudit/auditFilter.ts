import { useSearchParams } from 'react-router-dom';
import { paramsNow } from '../admin/paramsNow.ts';

const fields = ['action', 'actor', 'subject', 'from', 'to'] as const;

/** What the log is searched for; empty for everything. The range is typed, in Indian time. */
export type AuditFilter = Readonly<Record<(typeof fields)[number], string>>;

/** The page's address keeps the filter. */
export function useAuditFilter(): readonly [AuditFilter, (changes: Partial<AuditFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (changes: Partial<AuditFilter>) => {
    const changed = { ...readFilter(paramsNow()), ...changes };
    setParams(
      fields.flatMap((field) => (changed[field] === '' ? [] : [[field, changed[field]] as [string, string]])),
      { replace: true },
    );
  };
  return [readFilter(params), change];
}

function readFilter(params: URLSearchParams): AuditFilter {
  const read = (field: (typeof fields)[number]) => params.get(field) ?? '';
  return {
    action: read('action'),
    actor: read('actor'),
    subject: read('subject'),
    from: read('from'),
    to: read('to'),
  };
}
