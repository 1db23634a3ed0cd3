import { decodeBase64, decodeUtf8, encodeBase64, encodeUtf8 } from '@vmgen/base/bytes';
import { isJsonObject, parseJson } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import { cannotUnmarshal } from '@vmgen/crd/internal';
import { bytesOf, checkBytes, checkImmutable, checkKeys, decodedSize } from './config-map.js';
import { ensureObject, getObject, setDefaults, getStringMap } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

/** The keys that secrets of the standard types must have. */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['kubernetes.io/dockercfg', ['.dockercfg']],
  ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
  ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
]);
const ACCOUNT = 'kubernetes.io/service-account.name';

/** core/v1 Secret. */
export const secretStrategy: BuiltInStrategy = {
  defaults(object) {
    const texts = Object.entries(getStringMap(object, 'stringData'));
    // `stringData` is stored as bytes in `data`.
    for (const [key, text] of texts) {
      ensureObject(object, 'data')[key] = encodeBase64(encodeUtf8(text));
    }
    Reflect.deleteProperty(object, 'stringData');
    setDefaults(object, { type: 'Opaque' });
  },
  validate(object, live) {
    const data = object.at('data');
    if (live !== undefined) {
      object.at('type').immutable(live['type']);
      checkImmutable(object, live, ['data']);
    }
    checkKeys(data);
    checkBytes(data, bytesOf(data.object, decodedSize));
    checkType(object, data);
  },
  warningsOf(object) {
    const certificate = getObject(object, 'data')['tls.crt'];
    if (object['type'] !== 'kubernetes.io/tls' || typeof certificate !== 'string') return [];
    const isPem = decodeUtf8(decodeBase64(certificate)).includes('-----BEGIN ');
    return isPem ? [] : ['tls: failed to find any PEM data in certificate input'];
  },
};

function checkType(object: Field, data: Field): void {
  const { text: type } = object.at('type');
  for (const key of NEEDED.get(type) ?? []) {
    // For certificates, empty values are valid.
    if (type === 'kubernetes.io/tls' && Object.hasOwn(data.object, key)) continue;
    if (data.key(key).given() && key.startsWith('.docker')) checkDockerConfig(data.key(key));
  }
  if (type === 'kubernetes.io/basic-auth') {
    const keys = ['username', 'password'];
    if (keys.some((key) => Object.hasOwn(data.object, key))) return;
    for (const key of keys) data.key(key).required();
  }
  if (type === 'kubernetes.io/service-account-token') {
    object.at('metadata', 'annotations').key(ACCOUNT).given();
  }
}

function checkDockerConfig(content: Field): void {
  const hidden = '<secret contents redacted>';
  const text = decodeUtf8(decodeBase64(content.text));
  try {
    const config = parseJson(text);
    if (isJsonObject(config)) return;
    content.invalid(cannotUnmarshal(config, 'Go value of type map[string]interface {}'), hidden);
  } catch {
    // The error of the parser would quote the content.
    content.invalid('must be valid JSON', hidden);
  }
}
