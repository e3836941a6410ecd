import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../../server/build/filesUnder.ts';

/** Variables of nginx that have neither the arguments of a request nor the address that led to it. */
const harmless =
  `remote_addr time_local request_method uri server_protocol status body_bytes_sent http_user_agent request_id
  upstream_addr upstream_status request_time`.split(/\s+/);

const servers = filesUnder('server/deploy/nginx').filter((path) => /^server \{/m.test(readFileSync(path, 'utf8')));

test('there are two files for nginx with servers', () => {
  expect(servers.toSorted()).toEqual(['server/deploy/nginx/compose.conf', 'server/deploy/nginx/rangoli.conf']);
});

test.each(servers)('%s: no server logs the arguments of requests', (path) => {
  const text = readFileSync(path, 'utf8').replaceAll(/^\s*#.*$/gm, '');
  const [, format = ''] = /^log_format rangoli ([^;]+);/m.exec(text) ?? [];
  const used = [...format.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
  expect(used).toContain('uri');
  expect(used.filter((name) => !harmless.includes(name))).toEqual([]);
  const blocks = [...text.matchAll(/^server \{[^]*?^\}/gm)].map(([block]) => block);
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) {
    // Else nginx's own format, with the whole request, is inherited.
    expect(block.match(/\baccess_log\s+[^;]+;/g)).toEqual(['access_log /var/log/nginx/access.log rangoli;']);
    // From `error` down a line has the request.
    expect(block.match(/\berror_log\s+[^;]+;/g)).toEqual(['error_log /var/log/nginx/error.log crit;']);
  }
});

test('haproxy logs no request, and the format for its log has the path alone', () => {
  const text = readFileSync('server/deploy/haproxy/haproxy.cfg', 'utf8');
  expect(text).not.toMatch(/^\s*(log|log-format|option httplog)\b/m);
  const [, format = ''] = /^ {2}# log-format "([^"]+)"$/m.exec(text) ?? [];
  expect(format).toMatch(/%HM %HPO$/);
  // %HU, %HP and %HQ have the query, %r and %hr the request and headers.
  expect(format).not.toMatch(/%\W?(HU|HP|HQ|r|hr|hrl)\b/);
});
