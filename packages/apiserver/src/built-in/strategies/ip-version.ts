/** Returns the version of a valid IP address, or 0 for other texts. An IPv6 address may have a zone. */
export function ipVersion(text: string): 0 | 4 | 6 {
  if (isV4(text)) return 4;
  return isV6(text.replace(/%[\w.:-]+$/, '')) ? 6 : 0;
}

function isV4(text: string): boolean {
  const parts = text.split('.', 5);
  return (
    parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  );
}

function isV6(text: string): boolean {
  const halves = text.split('::', 3);
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':', 9)));
  const last = groups.at(-1) ?? '';
  const hasV4 = last.includes('.');
  // `::` does not follow an IPv4 address.
  if (hasV4 && (!isV4(last) || text.endsWith('::'))) return false;
  const hex = hasV4 ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const size = hex.length + (hasV4 ? 2 : 0);
  return halves.length === 1 ? size === 8 : halves.length === 2 && size < 8;
}
