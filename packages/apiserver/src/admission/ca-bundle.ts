import { decodeBase64, decodeUtf8 } from '@vmgen/base/bytes';

/**
 * Returns what is wrong with a CA bundle; undefined if it is valid or empty.
 *
 * @param bundle PEM in base64
 * @param isCertificate whether a PEM block is a certificate
 */
export function caBundleProblem(
  bundle: string,
  isCertificate: (pem: string) => boolean,
): string | undefined {
  if (bundle === '') return undefined;
  const text = decodeUtf8(decodeBase64(bundle));
  const blocks = [...text.matchAll(/-----BEGIN ([^\n-]*)-----\n[^]*?-----END \1-----/g)];
  if (blocks.length === 0) return 'unable to parse bytes as PEM block';
  const certificates = blocks.filter(([, type]) => type === 'CERTIFICATE').map(([block]) => block);
  if (certificates.length === 0) return 'no valid certificate authority data seen';
  return certificates.some(isCertificate)
    ? undefined
    : 'failed to parse certificate: x509: malformed certificate';
}
