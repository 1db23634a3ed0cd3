import type { X509Certificate } from 'node:crypto';
import type { HealthServerCertificate } from '@vmgen/runtime/health';
import {
  createAuthority,
  createServerCertificate,
  parseCertificates,
} from '../certificates/certificates.js';

/** The certificates of a webhook server, as they are stored in its Secret. */
export interface StoredCertificates {
  /** The certificate of the server, signed by `authority`. */
  readonly server: HealthServerCertificate;
  /** The authority that signs. */
  readonly authority: HealthServerCertificate;
  /** The next authority: clients must trust it before it signs. */
  readonly next?: HealthServerCertificate;
  /** Since when all clients have been configured to trust `next`, in ISO 8601. */
  readonly nextTrustedSince?: string;
  /** The certificate of the authority before, whose signatures other replicas may still use. */
  readonly previous?: string;
}

interface RotationOptions {
  readonly now: Date;
  readonly trustedSince: Date | undefined;
  readonly former?: string | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AUTHORITY_MS = 365 * DAY_MS;
const SERVER_MS = 30 * DAY_MS;
/**
 * Certificates are valid from this time before their creation on, because clocks differ, and one may be
 * wrong by hours: API servers would not accept a certificate of a fast clock, and a clock that was set
 * back would replace a valid one.
 */
const BACKDATED_MS = DAY_MS;
/** A certificate is replaced when this share of its validity remains. */
const RENEWED_AT = 1 / 3;
/** How long the next authority is trusted before it signs: until all API servers use the new bundle. */
const TRUSTED_MS = HOUR_MS;

/** Returns the certificates that clients must trust, as PEM: two while the authority is replaced. */
export function trustedBundle({ authority, next, previous }: StoredCertificates): string {
  const authorities = [
    authority.cert,
    ...(next ? [next.cert] : []),
    ...(previous ? [previous] : []),
  ];
  // A Secret that somebody wrote may lack the last line ends, which separate certificates.
  return authorities.map((pem) => `${pem.trimEnd()}\n`).join('');
}

/**
 * Returns what must be stored now: the same object if nothing has to change. Replaces what cannot be
 * used: certificates that are expired, not valid yet or unreadable, or whose key is another one. If
 * that is the authority, or with undefined, everything is created.
 *
 * @param options.trustedSince since when all clients have been configured to trust the stored
 * authorities; undefined if they have not
 * @param options.former the certificate of the authority that signed before, if the stored one is lost
 */
export async function rotateCertificates(
  stored: StoredCertificates | undefined,
  dnsNames: readonly string[],
  { now, trustedSince, former }: RotationOptions,
): Promise<StoredCertificates> {
  const nowMs = now.getTime();
  const from = new Date(nowMs - BACKDATED_MS);
  const newAuthority = () => createAuthority({ from, to: new Date(nowMs + AUTHORITY_MS) });
  const newServer = (authority: HealthServerCertificate) => {
    const toMs = Math.min(nowMs + SERVER_MS, readCertificate(authority.cert)?.toMs ?? 0);
    return createServerCertificate({ dnsNames, from, to: new Date(toMs) }, authority);
  };

  const signing = stored && authorityIn(stored.authority, nowMs);
  if (stored === undefined || signing === undefined) {
    const authority = await newAuthority();
    const created = { authority, server: await newServer(authority) };
    // Other replicas use a certificate of the former authority until they read the Secret.
    const previous = [stored?.authority.cert, former].find((pem = '') => !isExpired(pem, nowMs));
    return previous === undefined ? created : { ...created, previous };
  }
  let current = stored;
  if (current.previous !== undefined && isExpired(current.previous, nowMs)) {
    const { previous: _expired, ...others } = current;
    current = others;
  }
  if (current.next !== undefined && authorityIn(current.next, nowMs) === undefined) {
    const { next: _unusable, nextTrustedSince: _since, ...others } = current;
    current = others;
  }
  if (current.next === undefined) {
    if (isDue(signing, nowMs)) current = { ...current, next: await newAuthority() };
  } else if (trustedSince !== undefined) {
    if (nowMs >= trustedSince.getTime() + TRUSTED_MS) {
      const { authority, next: promoted } = current;
      const server = await newServer(promoted);
      return { authority: promoted, server, previous: authority.cert };
    }
    const since = trustedSince.toISOString();
    if (current.nextTrustedSince !== since) current = { ...current, nextTrustedSince: since };
  }
  if (!isUsable(current, dnsNames, nowMs)) {
    current = { ...current, server: await newServer(current.authority) };
  }
  return current;
}

/** Returns whether the server's certificate need not be replaced. */
function isUsable(
  { server, authority }: StoredCertificates,
  dnsNames: readonly string[],
  nowMs: number,
): boolean {
  const found = readPair(server, nowMs);
  const issuer = readCertificate(authority.cert);
  if (found === undefined || issuer === undefined || isDue(found, nowMs)) return false;
  const names = dnsNames.map((name) => `DNS:${name}`).join(', ');
  return (
    found.certificate.subjectAltName === names &&
    found.certificate.verify(issuer.certificate.publicKey)
  );
}

interface ReadCertificate {
  readonly certificate: X509Certificate;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns undefined for what is not a certificate. */
function readCertificate(pem: string): ReadCertificate | undefined {
  try {
    const [certificate] = parseCertificates(pem);
    if (certificate === undefined) return undefined;
    const { validFrom, validTo } = certificate;
    return { certificate, fromMs: Date.parse(validFrom), toMs: Date.parse(validTo) };
  } catch {
    return undefined;
  }
}

/**
 * Returns undefined unless the certificate is valid now and the key belongs to it. A certificate can
 * begin in the future if it was created while the clock was wrong.
 */
function readPair(
  { cert, key }: HealthServerCertificate,
  nowMs: number,
): ReadCertificate | undefined {
  const found = readCertificate(cert);
  if (found === undefined || found.fromMs > nowMs || found.toMs <= nowMs) return undefined;
  const { createPrivateKey } = process.getBuiltinModule('node:crypto');
  try {
    return found.certificate.checkPrivateKey(createPrivateKey(key)) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined unless the certificate can sign others. */
function authorityIn(pair: HealthServerCertificate, nowMs: number): ReadCertificate | undefined {
  const found = readPair(pair, nowMs);
  return found?.certificate.ca ? found : undefined;
}

/** Also true for what is not a certificate. */
function isExpired(pem: string, nowMs: number): boolean {
  return (readCertificate(pem)?.toMs ?? 0) <= nowMs;
}

function isDue({ fromMs, toMs }: ReadCertificate, nowMs: number): boolean {
  return toMs - nowMs <= (toMs - fromMs) * RENEWED_AT;
}
