import { useSearchParams } from 'react-router-dom';

const fields = ['action', 'actorUid', 'subject', 'from', 'to'] as const;

/** What the log is searched for; empty for everything. The range is typed, in Indian time. */
export type AuditFilter = Readonly<Record<(typeof fields)[number], string>>;

/** The page's address keeps the filter. */
export function useAuditFilter(): readonly [AuditFilter, (changes: Partial<AuditFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (changes: Partial<AuditFilter>) =>
    setParams(
      (now) => {
        const filter = { ...readFilter(now), ...changes };
        return fields.flatMap((field) => (filter[field] === '' ? [] : [[field, filter[field]] as [string, string]]));
      },
      { replace: true },
    );
  return [readFilter(params), change];
}

function readFilter(params: URLSearchParams): AuditFilter {
  const read = (field: (typeof fields)[number]) => params.get(field) ?? '';
  return {
    action: read('action'),
    actorUid: read('actorUid'),
    subject: read('subject'),
    from: read('from'),
    to: read('to'),
  };
}
