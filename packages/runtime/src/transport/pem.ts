import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';

/** Throws if a key does not match its certificate, or if one of them cannot be parsed. */
export function checkKeyPair(
  { cert, key }: { readonly cert: string; readonly key: string },
  certName = 'the client certificate',
  keyName = 'its key',
): void {
  const { X509Certificate, createPrivateKey } = process.getBuiltinModule('node:crypto');
  const fail = (reason: string, cause?: unknown): never => {
    throw new VmgenError('ERR_VMGEN_CREDENTIALS', reason, { cause });
  };
  const read = <T>(name: string, parse: () => T): T => {
    try {
      return parse();
    } catch (cause) {
      return fail(`cannot use ${name}: ${errorText(cause)}; it must be complete PEM`, cause);
    }
  };
  const certificate = read(certName, () => new X509Certificate(cert));
  const privateKey = read(keyName, () => createPrivateKey(key));
  if (certificate.checkPrivateKey(privateKey)) return;
  fail(`${certName} and ${keyName} do not match; use the key of the certificate`);
}

const CERTIFICATE = /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END \1CERTIFICATE-----/g;

/**
 * Throws if a list of certificates is empty or contains an invalid one, because it may be partially
 * written.
 */
export function checkAuthorities(pem: string, name = 'the certificate authority'): void {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  const certificates = pem.match(CERTIFICATE) ?? [];
  const begun = pem.split(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/).length - 1;
  try {
    if (certificates.length < begun) throw new Error('a certificate is incomplete');
    if (begun === 0) throw new Error('it contains no certificate');
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `cannot use ${name}: ${errorText(cause)}; it must contain PEM certificates`,
      { cause },
    );
  }
}
