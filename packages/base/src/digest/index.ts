/**
 * `@vmgen/base/digest`: synchronous digests. Node computes them natively; a bundle for browsers contains those of
 * `@noble/hashes`, an optional peer dependency, because the Web Crypto API is asynchronous.
 */
export { hmacSha256, sha256, sha512 } from './digest.js';
