import { generate } from 'selfsigned';
import type { KeyPair } from './reissue-certificate.js';

/** Creates a certificate of a server on loopback, which is its own authority. */
export async function createServingCertificate(): Promise<KeyPair> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'webhooks' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { cert, key };
}
