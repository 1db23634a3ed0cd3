// @ts-check
// Sets the mode of all entries of npm tarballs to 0644, or 0755 if the owner may execute the file. npm keeps the modes on
// disk, so that the umask would change the bytes.
// Usage: node hack/normalise-modes.mjs TARBALL...
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

const BLOCK = 512;
const MODE = { at: 100, length: 8 };
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };
const OWNER_EXECUTES = 0o100;

for (const file of process.argv.slice(2)) {
  const archive = gunzipSync(readFileSync(file));
  for (const header of headers(archive)) {
    const mode = readOctal(header, MODE) & OWNER_EXECUTES ? 0o755 : 0o644;
    writeOctal(header, MODE, mode, '\0');
    writeOctal(header, CHECKSUM, checksum(header), '\0 ');
  }
  writeFileSync(file, gzipSync(archive, { level: 9 }));
}

/** Yields the headers of an archive, as views of its bytes. @param {Buffer} archive */
function* headers(archive) {
  let at = 0;
  while (at + BLOCK <= archive.length) {
    const header = archive.subarray(at, at + BLOCK);
    // The archive ends with blocks of zeros.
    if (header.every((byte) => byte === 0)) return;
    yield header;
    at += BLOCK + Math.ceil(readOctal(header, SIZE) / BLOCK) * BLOCK;
  }
}

/** Sums the bytes of a header; the bytes of the checksum count as spaces. @param {Buffer} header */
function checksum(header) {
  const end = CHECKSUM.at + CHECKSUM.length;
  const inside = (/** @type {number} */ at) => at >= CHECKSUM.at && at < end;
  return header.reduce((sum, byte, at) => sum + (inside(at) ? 0x20 : byte), 0);
}

/** @param {Buffer} header @param {{ at: number, length: number }} field */
function readOctal(header, { at, length }) {
  const text = header.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '');
  if (!/^[0-7]+$/.test(text)) throw new Error(`the tar header has no octal number at byte ${at}`);
  return Number.parseInt(text, 8);
}

/** @param {Buffer} header @param {{ at: number, length: number }} field @param {number} value @param {string} end */
function writeOctal(header, { at, length }, value, end) {
  const text = value.toString(8).padStart(length - end.length, '0') + end;
  header.write(text, at, length, 'latin1');
}
