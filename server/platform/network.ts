/** The network of one subscriber: a whole IPv4 address, but the first half of an IPv6 address. */
export function network(address: string): string {
  const bare = address.replace(/^::ffff:/, '');
  return bare.includes(':') ? groups(bare).slice(0, 4).join(':') : bare;
}

/** The eight groups of an IPv6 address. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  if (tail === undefined) return before;
  const after = tail.split(':').filter(Boolean);
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}
