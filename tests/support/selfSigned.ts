import { generateKeyPairSync, sign } from 'node:crypto';

/** The X.509 certificate of a server and its key, in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

const YEAR_MS = 365 * 86_400_000;
const OIDS = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  subjectAltName: '0603551d11',
} as const;

/** A certificate for `host` that is signed with its own key: RFC 5280, as DER, with what browsers look at. Valid for a year. */
export function selfSigned(host: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid('ecdsaWithSha256'));
  const name = sequence(der(0x31, sequence(oid('commonName'), der(0x0c, Buffer.from(host)))));
  const names = sequence(der(0x82, Buffer.from(host)));
  const extensions = sequence(sequence(oid('subjectAltName'), der(0x04, names)));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(utcTime(Date.now() - YEAR_MS / 365), utcTime(Date.now() + YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)]));
  const certificate = sequence(content, algorithm, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag, ...lengthBytes(body.length)), body]);
}

/** In as few bytes as possible: browsers take no others. */
function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...content: Buffer[]): Buffer {
  return der(0x30, ...content);
}

function oid(name: keyof typeof OIDS): Buffer {
  return Buffer.from(OIDS[name], 'hex');
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.of(value));
}

/** YYMMDDhhmmssZ */
function utcTime(instant: number): Buffer {
  const digits = new Date(instant).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
}
