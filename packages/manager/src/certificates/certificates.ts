import type { X509Certificate } from 'node:crypto';
import type { HealthServerCertificate } from '@vmgen/runtime/health';
import type { generate as generateType } from 'selfsigned';

/** When a certificate is valid. */
interface Validity {
  /** The start. */
  readonly from: Date;
  /** The end. */
  readonly to: Date;
}

/** The content of a server's certificate. */
interface ServerCertificateRequest extends Validity {
  /** The names of the server. */
  readonly dnsNames: readonly string[];
}

const ALGORITHM = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

/** Creates a certificate authority, which signs certificates of servers and no other authorities. */
export async function createAuthority({ from, to }: Validity): Promise<HealthServerCertificate> {
  const extensions = [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true } as const,
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true } as const,
  ];
  return generate({ ...ALGORITHM, notBeforeDate: from, notAfterDate: to, extensions });
}

/** Creates the certificate of a server, signed by an authority, or by itself if that is undefined. */
export async function createServerCertificate(
  { dnsNames, from, to }: ServerCertificateRequest,
  authority?: HealthServerCertificate,
): Promise<HealthServerCertificate> {
  const altNames = dnsNames.map((value) => ({ type: 2, value }) as const);
  const extensions = [
    { name: 'basicConstraints', cA: false, critical: true } as const,
    { name: 'keyUsage', digitalSignature: true, critical: true } as const,
    { name: 'extKeyUsage', serverAuth: true } as const,
    { name: 'subjectAltName', altNames } as const,
  ];
  return generate({
    ...ALGORITHM,
    notBeforeDate: from,
    notAfterDate: to,
    extensions,
    ...(authority && { ca: authority }),
  });
}

/** Returns the certificates of a PEM text. Throws if one of them is invalid. */
export function parseCertificates(pem: string): X509Certificate[] {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

type Options = NonNullable<Parameters<typeof generateType>[1]>;

async function generate(options: Options): Promise<HealthServerCertificate> {
  // Loaded on first use: it takes longer to import than the rest of a manager.
  const { default: selfsigned } = await import('selfsigned');
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  // A name of its own, because clients find the issuer of a certificate by its name.
  const value = `vmgen-${randomBytes(8).toString('hex')}`;
  const { cert, private: key } = await selfsigned.generate(
    [{ name: 'commonName', value }],
    options,
  );
  return { cert: `${cert.trim()}\n`, key };
}
