interface Answer {
  readonly viewer: {
    readonly admin: { readonly statementLines: { readonly edges: readonly unknown[] } | null } | null;
  } | null;
}

/** The next page of lines behind those before it; what else the answer has is that of the next. For `updateQuery`. */
export function appended<Of extends Answer>(before: Of, { fetchMoreResult: next }: { fetchMoreResult: Of }): Of {
  const [shown, added] = [before.viewer?.admin?.statementLines, next.viewer?.admin?.statementLines];
  if (!shown || !added) return before;
  const statementLines = { ...added, edges: [...shown.edges, ...added.edges] };
  return { ...next, viewer: { ...next.viewer, admin: { ...next.viewer?.admin, statementLines } } };
}
