import { useSearchParams } from 'react-router-dom';
import type { AuditAction } from '../../gql/graphql.ts';
import { audit } from '#messages/admin/audit.ts';
import { currentParams } from '../admin/currentParams.ts';

const fields = ['action', 'actor', 'subject', 'from', 'to'] as const;

/** Filter of the log; empty fields match everything. The range is as typed, in Indian time. */
export type AuditFilter = Readonly<Record<(typeof fields)[number], string>>;

/** Filter state in the page's URL. */
export function useAuditFilter(): readonly [AuditFilter, (changes: Partial<AuditFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (changes: Partial<AuditFilter>) => {
    const changed = { ...readFilter(currentParams()), ...changes };
    setParams(
      fields.flatMap((field) => (changed[field] === '' ? [] : [[field, changed[field]] as [string, string]])),
      { replace: true },
    );
  };
  return [readFilter(params), change];
}

/** The action of a filter; null for all, and for a name in the address that is none. */
export function actionOf({ action }: AuditFilter): AuditAction | null {
  return action in audit.actions ? (action as AuditAction) : null;
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
