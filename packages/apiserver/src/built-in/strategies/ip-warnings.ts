import { withoutLeadingZeros } from '@vmgen/base/text';
import { canonicalCidr, canonicalIp, lenientIpBytes, parseCidr } from './ip-rules.js';

/**
 * Returns the warnings for an address that is accepted, but not in its canonical form.
 *
 * Upstream: GetWarningsForIP in apimachinery/pkg/util/validation/ip.go.
 */
export function ipWarnings(path: string, address: string): string[] {
  if (lenientIpBytes(address) === undefined) return [];
  const canonical = canonicalIp(address);
  if (canonical === address) return [];
  const isMapped = address.includes(':') && !canonical.includes(':');
  const isStandard = withoutLeadingZeros(address) === address && !isMapped;
  const [sent, use] = [JSON.stringify(address), JSON.stringify(canonical)];
  return [
    isStandard
      ? `${path}: IPv6 address ${sent} should be in RFC 5952 canonical format (${use})`
      : `${path}: non-standard IP address ${sent} is invalid: use ${use}`,
  ];
}

/**
 * Returns the warnings for a range of valid form whose IPv6 address is not canonical. Validation
 * rejects the other forms about which kube-apiserver warns.
 */
export function cidrWarnings(path: string, range: string): string[] {
  if (!range.includes(':') || parseCidr(range) === undefined) return [];
  const canonical = canonicalCidr(range);
  if (canonical === range) return [];
  const [sent, use] = [JSON.stringify(range), JSON.stringify(canonical)];
  return [`${path}: IPv6 CIDR value ${sent} should be in RFC 5952 canonical format (${use})`];
}
