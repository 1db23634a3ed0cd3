/** IP addresses, parsed as Go's net package does (IPv4 with leading zeros, no zones). */

/** kube-openapi only requires an address with a dot, so IPv6 with an IPv4 tail is valid. */
export function isIpv4(value: string): boolean {
  return value.includes('.') && (isDottedQuad(value) || isColonAddress(value));
}

export function isIpv6(value: string): boolean {
  return isColonAddress(value);
}

export function isCidr(value: string): boolean {
  const slash = value.indexOf('/');
  const [address, bits] = [value.slice(0, slash), value.slice(slash + 1)];
  if (slash === -1 || !/^\d{1,6}$/.test(bits)) return false;
  if (isDottedQuad(address)) return Number(bits) <= 32;
  return isColonAddress(address) && Number(bits) <= 128;
}

export function isMac(value: string): boolean {
  const bytes = /^([0-9a-fA-F]{2})([:-])([0-9a-fA-F]{2}\2)*[0-9a-fA-F]{2}$/;
  const words = /^([0-9a-fA-F]{4}\.)+[0-9a-fA-F]{4}$/;
  if (!bytes.test(value) && !words.test(value)) return false;
  return [12, 16, 40].includes(value.replace(/[:.-]/g, '').length);
}

function isDottedQuad(value: string): boolean {
  const parts = value.split('.');
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255);
}

function isColonAddress(value: string): boolean {
  const halves = value.split('::');
  if (!value.includes(':') || halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  let size = groups.length;
  if (last?.includes('.') === true) {
    if (!isStrictDottedQuad(last) || value.endsWith('::')) return false;
    groups.pop();
    size++;
  }
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? size < 8 : size === 8;
}

function isStrictDottedQuad(value: string): boolean {
  return isDottedQuad(value) && value.split('.').every((part) => /^(0|[1-9]\d*)$/.test(part));
}
