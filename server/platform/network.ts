/** The network of one subscriber: a whole IPv4 address, but the first half of an IPv6 address. */
export function network(address: string): string {
  return prefix(address, 4);
}

/**
 * The network of one site: a whole IPv4 address, but the first 48 bits of an IPv6 address, all of whose 65,536 networks one
 * customer may have (RFC 6177).
 */
export function site(address: string): string {
  return prefix(address, 3);
}

/** The first groups of an IPv6 address, 16 bits each; an IPv4 address as it is. */
function prefix(address: string, length: number): string {
  const bare = address.replace(/^::ffff:/, '');
  return bare.includes(':') ? groups(bare).slice(0, length).join(':') : bare;
}

/** The eight groups of an IPv6 address. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  if (tail === undefined) return before;
  const after = tail.split(':').filter(Boolean);
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}
