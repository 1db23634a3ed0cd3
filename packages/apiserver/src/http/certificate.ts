import { createHash, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  explicit,
  implicit,
  integer,
  octetString,
  oid,
  sequence,
  set,
  time,
  tlv,
  utf8String,
} from './der.js';

/** A certificate authority: a name and a P-256 key pair. */
export interface Issuer {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

interface CertificateContent {
  /** The common name of the subject. */
  readonly subject: string;
  /** The organizations of the subject: the groups of a client. Defaults to none. */
  readonly organizations?: readonly string[];
  readonly publicKey: KeyObject;
  /** Created by {@link extension}. The key identifiers are added to them. */
  readonly extensions: readonly Buffer[];
}

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const X509_V3 = explicit(0, integer(Buffer.from([2])));
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

export const TRUE = tlv(0x01, Buffer.from([0xff]));

/**
 * Returns an X.509 certificate (PEM). It is valid for a year, starting an hour ago to allow for
 * clock differences.
 */
export function signCertificate(
  { subject, organizations = [], publicKey, extensions }: CertificateContent,
  issuer: Issuer,
): string {
  const now = Date.now();
  const body = sequence(
    X509_V3,
    integer(serialNumber()),
    ECDSA_SHA256,
    distinguishedName(issuer.name),
    sequence(time(new Date(now - HOUR_MS)), time(new Date(now + YEAR_MS))),
    distinguishedName(subject, organizations),
    publicKeyInfo(publicKey),
    explicit(
      3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octetString(keyIdentifier(publicKey))),
        extension('2.5.29.35', sequence(implicit(0, keyIdentifier(issuer.publicKey)))),
      ),
    ),
  );
  const signature = bitString(sign('sha256', body, issuer.privateKey));
  return pem('CERTIFICATE', sequence(body, ECDSA_SHA256, signature));
}

/** Encodes an extension. Clients that do not know a critical extension reject the certificate. */
export function extension(id: string, value: Buffer, { isCritical = false } = {}): Buffer {
  return sequence(oid(id), ...(isCritical ? [TRUE] : []), octetString(value));
}

/** 16 random bytes that form a positive number without leading zeros. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes.readUInt8(0) & 0x7f) | 0x40;
  return bytes;
}

function distinguishedName(name: string, organizations: readonly string[] = []): Buffer {
  const attribute = (type: string, value: string): Buffer =>
    set(sequence(oid(type), utf8String(value)));
  return sequence(
    ...organizations.map((each) => attribute('2.5.4.10', each)),
    attribute('2.5.4.3', name),
  );
}

function publicKeyInfo(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1').update(publicKeyInfo(key)).digest();
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
