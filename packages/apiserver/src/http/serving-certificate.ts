import { generateKeyPairSync } from 'node:crypto';
import { parseIp } from '@vmgen/base/text';
import { isIP } from 'node:net';
import { extension, signCertificate, TRUE, type Issuer } from './certificate.js';
import { bitFlags, implicit, oid, sequence } from './der.js';

/** A server's certificate, and the authority that clients must trust. */
export interface ServingCertificate {
  readonly caPem: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const SERVER_AUTHENTICATION = oid('1.3.6.1.5.5.7.3.1');

const DIGITAL_SIGNATURE = 0;
const KEY_CERT_SIGN = 5;

/**
 * Creates a certificate for the host names and addresses, signed by an authority for this
 * certificate only, because strict clients (rustls) reject a server that presents an authority's
 * certificate. The authority's key is discarded, so it cannot sign other certificates. Takes a few
 * milliseconds and needs no library.
 */
export function createServingCertificate(hosts: readonly string[]): ServingCertificate {
  const authority: Issuer = { name: 'vmgen-apiserver-ca', ...createKeys() };
  const { publicKey, privateKey } = createKeys();
  return {
    caPem: signCertificate(
      {
        subject: authority.name,
        publicKey: authority.publicKey,
        extensions: authorityExtensions(),
      },
      authority,
    ),
    certificatePem: signCertificate(
      { subject: 'vmgen-apiserver', publicKey, extensions: servingExtensions(hosts) },
      authority,
    ),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function createKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function authorityExtensions(): Buffer[] {
  return [
    extension(BASIC_CONSTRAINTS, sequence(TRUE), { isCritical: true }),
    extension(KEY_USAGE, bitFlags(KEY_CERT_SIGN), { isCritical: true }),
  ];
}

function servingExtensions(hosts: readonly string[]): Buffer[] {
  return [
    extension(BASIC_CONSTRAINTS, sequence(), { isCritical: true }),
    extension(KEY_USAGE, bitFlags(DIGITAL_SIGNATURE), { isCritical: true }),
    extension(EXTENDED_KEY_USAGE, sequence(SERVER_AUTHENTICATION)),
    extension(SUBJECT_ALTERNATIVE_NAME, sequence(...hosts.map(alternativeName))),
  ];
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0
    ? implicit(2, Buffer.from(host, 'ascii'))
    : implicit(7, Buffer.from(parseIp(host).bytes));
}
