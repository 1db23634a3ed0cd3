import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { onAbort } from '@vmgen/runtime/async';

/** The codes of Node's errors for certificates that do not verify. */
const CODES: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export const isCertificateCode = (code: string): boolean => CODES.has(code);

/**
 * Describes why the certificate of a server does not verify. It connects again to read the
 * certificate, and sends nothing.
 *
 * Upstream: Verify and VerifyHostname in Go's crypto/x509
 *
 * @param name the name that the certificate must contain
 * @param ca the authorities, as PEM; undefined for those of the system
 */
export async function certificateProblem(
  server: ConnectionOptions,
  name: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const certificate = await certificateOf(server, signal);
  const problem = certificate && (timeProblem(certificate) ?? nameProblem(certificate, name));
  return `tls: failed to verify certificate: x509: ${problem ?? authorityProblem(certificate, ca)}`;
}

function certificateOf(
  server: ConnectionOptions,
  signal: AbortSignal,
): Promise<X509Certificate | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ ...server, rejectUnauthorized: false });
    const forget = onAbort(signal, () => socket.destroy());
    socket.on('secureConnect', () => {
      resolve(socket.getPeerX509Certificate());
      socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      forget();
      resolve(undefined);
    });
  });
}

function timeProblem({ validFrom, validTo }: X509Certificate): string | undefined {
  const [from, to, now] = [Date.parse(validFrom), Date.parse(validTo), Date.now()];
  if (now >= from && now <= to) return undefined;
  const relation = now < from ? `before ${timeText(from)}` : `after ${timeText(to)}`;
  return `certificate has expired or is not yet valid: current time ${timeText(now)} is ${relation}`;
}

const timeText = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

function nameProblem(certificate: X509Certificate, name: string): string | undefined {
  const isAddress = isIP(name) !== 0;
  const found = isAddress
    ? certificate.checkIP(name)
    : certificate.checkHost(name, { subject: 'never' });
  if (found !== undefined) return undefined;
  const names = (certificate.subjectAltName ?? '').split(', ').flatMap((each) => {
    const prefix = isAddress ? 'IP Address:' : 'DNS:';
    return each.startsWith(prefix) ? [each.slice(prefix.length)] : [];
  });
  if (names.length > 0) return `certificate is valid for ${names.join(', ')}, not ${name}`;
  return isAddress
    ? `cannot validate certificate for ${name} because it doesn't contain any IP SANs`
    : `certificate is not valid for any names, but wanted to match ${name}`;
}

const SIGNATURE_PROBLEMS: Readonly<Record<string, string>> = {
  ec: 'x509: ECDSA verification failure',
  ed25519: 'x509: Ed25519 verification failure',
  rsa: 'crypto/rsa: verification error',
};

/** Names an authority with the name of the issuer, whose key did not sign the certificate. */
function authorityProblem(certificate: X509Certificate | undefined, ca = ''): string {
  const unknown = 'certificate signed by unknown authority';
  const authority =
    certificate && authoritiesIn(ca).find(({ subject }) => subject === certificate.issuer);
  const problem = SIGNATURE_PROBLEMS[authority?.publicKey.asymmetricKeyType ?? ''];
  const name = /^CN=(.*)$/m.exec(authority?.subject ?? '')?.[1];
  if (problem === undefined || name === undefined) return unknown;
  return `${unknown} (possibly because of "${problem}" while trying to verify candidate authority certificate ${JSON.stringify(name)})`;
}

function authoritiesIn(pem: string): X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return texts.flatMap((text) => {
    try {
      return [new X509Certificate(text)];
    } catch {
      return [];
    }
  });
}
