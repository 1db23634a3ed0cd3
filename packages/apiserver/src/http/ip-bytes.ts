import { isIPv4 } from 'node:net';

/** Returns the 4 or 16 bytes of a valid IP address. */
export function ipBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = withoutZone(address).split('::');
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  const bytes = Buffer.alloc(16);
  [...left, ...(tail === undefined ? [] : zeros), ...right].forEach((group, index) => {
    bytes.writeUInt16BE(group, index * 2);
  });
  return bytes;
}

function withoutZone(address: string): string {
  return address.split('%')[0] ?? address;
}

/** Returns the 16-bit groups of one side of `::`. An IPv4 address at the end has two groups. */
function groups(text: string): number[] {
  return text
    .split(':')
    .filter((part) => part !== '')
    .flatMap((part) => {
      if (!isIPv4(part)) return [Number.parseInt(part, 16)];
      const bytes = ipBytes(part);
      return [bytes.readUInt16BE(0), bytes.readUInt16BE(2)];
    });
}
