import { createPublicKey, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;

/**
 * Returns a certificate with the name and the key of another one, and another validity, in days from now. A client that
 * trusts an authority also trusts what its reissued certificate signs, and the reverse.
 *
 * @param authority signs the certificate of a server; undefined reissues an authority, which signs itself
 */
export async function reissueCertificate(
  { cert, key }: KeyPair,
  [fromDays, toDays]: readonly [number, number],
  authority?: KeyPair,
): Promise<string> {
  const { subject, subjectAltName = '' } = new X509Certificate(cert);
  const value = subject.replace(/^CN=/, '');
  const altNames = subjectAltName
    .split(', ')
    .map((name) => ({ type: 2, value: name.replace(/^DNS:/, '') }) as const);
  const isAuthority = authority === undefined;
  const usage = isAuthority ? { keyCertSign: true, cRLSign: true } : { digitalSignature: true };
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const reissued = await generate([{ name: 'commonName', value }], {
    keyType: 'ec',
    algorithm: 'sha256',
    keyPair: { privateKey: key, publicKey },
    notBeforeDate: new Date(Date.now() + fromDays * DAY_MS),
    notAfterDate: new Date(Date.now() + toDays * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      { name: 'keyUsage', critical: true, ...usage },
      ...(isAuthority ? [] : [{ name: 'subjectAltName', altNames } as const]),
    ],
    ...(authority && { ca: authority }),
  });
  return `${reissued.cert.trim()}\n`;
}
