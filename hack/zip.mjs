// @ts-check
import { crc32, deflateRawSync } from 'node:zlib';

/** The earliest time that the format has: 1 January 1980. */
const [TIME, DATE] = [0, 0x21];
/** Of the format, for compressed files with names in UTF-8. */
const [VERSION, UTF8, DEFLATED] = [20, 0x800, 8];

/**
 * A ZIP archive of files, in their order. The same files result in the same bytes: without times and modes.
 *
 * @param {ReadonlyMap<string, string | Buffer>} files by path
 */
export function zipOf(files) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const [path, content] of files) {
    const [name, data] = [Buffer.from(path), Buffer.from(content)];
    const packed = deflateRawSync(data, { level: 9 });
    const sizes = [crc32(data), packed.length, data.length].map(fourBytes);
    const common = Buffer.concat([
      ...[VERSION, UTF8, DEFLATED, TIME, DATE].map(twoBytes),
      ...sizes,
      ...[name.length, 0].map(twoBytes),
    ]);
    const local = Buffer.concat([fourBytes(0x04034b50), common, name, packed]);
    parts.push(local);
    // No comment, first disk, no attributes.
    const rest = [...[0, 0, 0].map(twoBytes), ...[0, offset].map(fourBytes)];
    directory.push(fourBytes(0x02014b50), twoBytes(VERSION), common, ...rest, name);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = [
    fourBytes(0x06054b50),
    ...[0, 0, files.size, files.size].map(twoBytes),
    ...[entries.length, offset].map(fourBytes),
    twoBytes(0),
  ];
  return Buffer.concat([...parts, entries, ...end]);
}

/** @param {number} value */
function twoBytes(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/** @param {number} value */
function fourBytes(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
