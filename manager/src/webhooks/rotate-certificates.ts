import type { HealthServerCertificate } from '@vmgen/runtime/health';
import { createAuthority, createServerCertificate, parseCertificates } from '../certificates.js';

/** The certificates of a webhook server, as they are stored in its Secret. */
export interface StoredCertificates {
  /** The certificate of the server, signed by `authority`. */
  readonly server: HealthServerCertificate;
  /** The authority that signs. */
  readonly authority: HealthServerCertificate;
  /** The next authority: clients must trust it before it signs. */
  readonly next?: HealthServerCertificate;
  /** The certificate of the authority before, whose signatures other replicas may still use. */
  readonly previous?: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AUTHORITY_MS = 365 * DAY_MS;
const SERVER_MS = 30 * DAY_MS;
/** Certificates are valid from this time before their creation on, because clocks differ. */
const BACKDATED_MS = HOUR_MS;
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
 * Returns what must be stored now: the same object if nothing has to change. With undefined, or with
 * certificates that are expired or unreadable, everything is created.
 *
 * @param options.isTrusted whether all clients have been configured to trust the stored authorities
 */
export async function rotateCertificates(
  stored: StoredCertificates | undefined,
  dnsNames: readonly string[],
  { now, isTrusted }: { readonly now: Date; readonly isTrusted: boolean },
): Promise<StoredCertificates> {
  const nowMs = now.getTime();
  const from = new Date(nowMs - BACKDATED_MS);
  const newAuthority = () => createAuthority({ from, to: new Date(nowMs + AUTHORITY_MS) });
  const newServer = (authority: HealthServerCertificate) => {
    const toMs = Math.min(nowMs + SERVER_MS, validityOf(authority.cert)?.toMs ?? 0);
    return createServerCertificate({ dnsNames, from, to: new Date(toMs) }, authority);
  };

  const signing = stored && validityOf(stored.authority.cert);
  if (stored === undefined || signing === undefined || signing.toMs <= nowMs) {
    const authority = await newAuthority();
    return { authority, server: await newServer(authority) };
  }
  let current = stored;
  if (current.previous !== undefined && (validityOf(current.previous)?.toMs ?? 0) <= nowMs) {
    const { previous: _expired, ...others } = current;
    current = others;
  }
  const next = current.next && validityOf(current.next.cert);
  if (current.next === undefined) {
    if (isDue(signing, nowMs)) current = { ...current, next: await newAuthority() };
  } else if (isTrusted && nowMs >= (next?.fromMs ?? 0) + BACKDATED_MS + TRUSTED_MS) {
    const { authority, next: promoted } = current;
    const server = await newServer(promoted);
    return { authority: promoted, server, previous: authority.cert };
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
  const validity = validityOf(server.cert);
  if (validity === undefined || isDue(validity, nowMs)) return false;
  const [certificate] = parseCertificates(server.cert);
  const [issuer] = parseCertificates(authority.cert);
  if (certificate === undefined || issuer === undefined) return false;
  const names = dnsNames.map((name) => `DNS:${name}`).join(', ');
  return certificate.subjectAltName === names && certificate.verify(issuer.publicKey);
}

interface ValidityMs {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns undefined for what is not a certificate. */
function validityOf(pem: string): ValidityMs | undefined {
  try {
    const [certificate] = parseCertificates(pem);
    if (certificate === undefined) return undefined;
    return { fromMs: Date.parse(certificate.validFrom), toMs: Date.parse(certificate.validTo) };
  } catch {
    return undefined;
  }
}

function isDue({ fromMs, toMs }: ValidityMs, nowMs: number): boolean {
  return toMs - nowMs <= (toMs - fromMs) * RENEWED_AT;
}
