// @ts-check
import { inflateRawSync } from 'node:zlib';

/** Signatures of the three parts of an archive that are read. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/**
 * The files of a zip archive in memory, by name, each read when it is asked for. Enough for the archives
 * of Go modules: no encryption, no parts, no zip64.
 *
 * @param {Buffer} zip
 * @returns {Map<string, () => Buffer>}
 */
export function unzip(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('it is no zip archive');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  /** @type {Map<string, () => Buffer>} */
  const files = new Map();
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((o) =>
      zip.readUInt16LE(at + o),
    );
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const start = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    files.set(name, () => contentOf(zip, { start, size, method, name }));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

/**
 * @param {Buffer} zip
 * @param {{ start: number, size: number, method: number, name: string }} entry
 */
function contentOf(zip, { start, size, method, name }) {
  if (zip.readUInt32LE(start) !== LOCAL) throw new Error(`${name} is damaged`);
  const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
  const bytes = zip.subarray(data, data + size);
  if (method === 0) return bytes;
  if (method === 8) return inflateRawSync(bytes);
  throw new Error(`${name} is packed by method ${method}`);
}
