interface Item {
  readonly createdAt: string;
}

/**
 * Messages and notes in the order in which they were written. While earlier messages aren't loaded, notes from before the
 * first one that is are left out: they stand between those.
 */
export function conversationOf<Message extends Item, Note extends Item>(
  messages: readonly Message[],
  notes: readonly Note[],
  hasEarlier: boolean,
): readonly (Message | Note)[] {
  const from = (hasEarlier && messages[0]?.createdAt) || '';
  // Instants are ISO 8601 in UTC, which sort as texts. Messages come first where both are of one instant.
  return [...messages, ...notes.filter(({ createdAt }) => createdAt >= from)].toSorted((a, b) =>
    a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt),
  );
}
