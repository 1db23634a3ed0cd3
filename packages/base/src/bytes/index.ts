/** `@vmgen/base/bytes`: text and bytes. Only Node's form of it uses `Buffer`, which browsers lack. */
export {
  byteLength,
  decodeBase64,
  decodeHex,
  decodeUtf8,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
} from './bytes.js';
export { encodeUtf8, tryDecodeUtf8 } from './utf8.js';
