import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
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
import { ipBytes } from './ip-bytes.js';

export interface SelfSignedCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const TRUE = tlv(0x01, Buffer.from([0xff]));
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/**
 * A certificate of its own authority for the given host names and addresses, valid for a year: a
 * P-256 key, made in a few milliseconds without any library.
 */
export function createSelfSignedCertificate(hosts: readonly string[]): SelfSignedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const name = sequence(set(sequence(oid('2.5.4.3'), utf8String('vmgen-apiserver'))));
  const now = Date.now();
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(now - HOUR_MS)), time(new Date(now + YEAR_MS))),
    name,
    publicKeyInfo,
    explicit(3, sequence(...extensions(hosts, publicKeyInfo))),
  );
  const certificate = sequence(body, ECDSA_SHA256, bitString(sign('sha256', body, privateKey)));
  return {
    certificatePem: pem('CERTIFICATE', certificate),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** 16 random bytes, positive and without leading zeros. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes.readUInt8(0) & 0x7f) | 0x40;
  return bytes;
}

function extensions(hosts: readonly string[], publicKeyInfo: Buffer): Buffer[] {
  const keyId = createHash('sha1').update(publicKeyInfo).digest();
  const digitalSignatureAndCertSign = tlv(0x03, Buffer.from([2, 0b1000_0100]));
  return [
    extension('2.5.29.19', sequence(TRUE), true),
    extension('2.5.29.15', digitalSignatureAndCertSign, true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.14', octetString(keyId)),
    extension('2.5.29.35', sequence(implicit(0, keyId))),
    extension('2.5.29.17', sequence(...hosts.map(alternativeName))),
  ];
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [TRUE] : []), octetString(value));
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? implicit(2, Buffer.from(host, 'ascii')) : implicit(7, ipBytes(host));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
