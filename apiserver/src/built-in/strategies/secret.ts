import { isJsonObject, parseJson, type JsonObject } from '@vmgen/base/json';
import { decodeProblem } from '../../patch/undecodable.js';
import { checkBytes, checkImmutable, decodedBytesOf } from './config-map.js';
import { syntaxProblem } from '../../json/syntax-problem.js';
import { ErrorList } from './error-list.js';
import { ensureObject, getObject, setDefaults, getString, getStringMap } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { keyProblems } from './validate-container.js';

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
  fieldLabels: { type: 'type' },
  defaults(object) {
    const texts = Object.entries(getStringMap(object, 'stringData'));
    // `stringData` is stored as bytes in `data`.
    for (const [key, text] of texts) {
      ensureObject(object, 'data')[key] = Buffer.from(text).toString('base64');
    }
    Reflect.deleteProperty(object, 'stringData');
    setDefaults(object, { type: 'Opaque' });
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const data = getObject(object, 'data');
    for (const key of Object.keys(data)) errors.problems(`data[${key}]`, key, keyProblems(key));
    checkBytes(errors, 'data', decodedBytesOf(data));
    checkType(errors, object, data);
    if (live !== undefined) {
      errors.immutable('type', object['type'] === live['type'], object['type']);
      checkImmutable(errors, object, live, ['data']);
    }
    return errors.errors;
  },
  warningsOf(object) {
    const certificate = getObject(object, 'data')['tls.crt'];
    if (object['type'] !== 'kubernetes.io/tls' || typeof certificate !== 'string') return [];
    const isPem = Buffer.from(certificate, 'base64').includes('-----BEGIN ');
    return isPem ? [] : ['tls: failed to find any PEM data in certificate input'];
  },
};

function checkType(errors: ErrorList, object: JsonObject, data: JsonObject): void {
  const type = getString(object, 'type');
  for (const key of NEEDED.get(type) ?? []) {
    // For certificates, empty values are valid.
    const isEmptyFine = type === 'kubernetes.io/tls' && Object.hasOwn(data, key);
    if (isEmptyFine) continue;
    if (errors.given(`data[${key}]`, data[key]) && key.startsWith('.docker')) {
      checkDockerConfig(errors, `data[${key}]`, getString(data, key));
    }
  }
  if (type === 'kubernetes.io/basic-auth') {
    const keys = ['username', 'password'];
    if (keys.some((key) => Object.hasOwn(data, key))) return;
    for (const key of keys) errors.required(`data[${key}]`);
  }
  if (type === 'kubernetes.io/service-account-token') {
    const annotations = getStringMap(getObject(object, 'metadata'), 'annotations');
    errors.given(`metadata.annotations[${ACCOUNT}]`, annotations[ACCOUNT]);
  }
}

function checkDockerConfig(errors: ErrorList, path: string, content: string): void {
  const hidden = '<secret contents redacted>';
  const text = Buffer.from(content, 'base64').toString();
  try {
    const config = parseJson(text);
    if (!isJsonObject(config)) {
      errors.invalid(
        path,
        hidden,
        decodeProblem(config, 'Go value of type map[string]interface {}'),
      );
    }
  } catch (error) {
    errors.invalid(path, hidden, syntaxProblem(error, text));
  }
}
