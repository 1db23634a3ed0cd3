import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { ErrorList } from './error-list.js';
import { getObjects, getString } from './fields.js';
import { checkLocalPath, CONTAINER_RESOURCES } from './validate-container.js';

const MAX_MODE = 0o777;
const LEAST_TOKEN_SECONDS = 600;
const MOST_TOKEN_SECONDS = 2 ** 32;
const POD_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** Validates the files from keys of a ConfigMap or Secret. */
export function checkFiles(errors: ErrorList, path: string, source: JsonObject): void {
  checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
  checkItems(errors, path, source);
}

/** Validates the files of the downward API. */
export function checkDownwardFiles(errors: ErrorList, path: string, source: JsonObject): void {
  checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
  for (const item of getObjects(source, 'items')) {
    const local = getString(item, 'path');
    // The paths of these errors have no index.
    if (local === '') errors.required(`${path}.path`);
    else checkLocalPath(errors, `${path}.path`, local);
    const { fieldRef, resourceFieldRef } = item;
    if (isJsonObject(fieldRef)) {
      const field = getString(fieldRef, 'fieldPath');
      if (!/^metadata\.(labels|annotations)\['[^']*'\]$/.test(field)) {
        errors.oneOf(`${path}.fieldRef.fieldPath`, field, POD_FIELDS);
      }
    } else if (isJsonObject(resourceFieldRef)) {
      const at = `${path}.resourceFieldRef`;
      if (errors.given(`${at}.containerName`, resourceFieldRef['containerName'])) {
        errors.oneOf(`${at}.resource`, resourceFieldRef['resource'], CONTAINER_RESOURCES);
      }
    } else {
      errors.required(path, 'one of fieldRef and resourceFieldRef is required');
    }
    checkMode(errors, `${path}.mode`, item['mode']);
  }
}

/** Validates a projected volume. Its sources must not contain the same path twice. */
export function checkProjected(
  errors: ErrorList,
  path: string,
  source: JsonObject,
  account: string,
): void {
  checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
  const paths = new Set<string>();
  getObjects(source, 'sources').forEach((projection, i) => {
    checkProjection(errors, path, `${path}.sources[${i}]`, projection, account);
    for (const name of ['secret', 'configMap']) {
      const from = projection[name];
      if (!isJsonObject(from)) continue;
      const own = getObjects(from, 'items').map((item) => getString(item, 'path'));
      if (own.some((it) => it !== '' && paths.has(it))) {
        errors.invalid(path, getString(from, 'name'), 'conflicting duplicate paths');
      }
      for (const it of own) paths.add(it);
    }
  });
}

function checkProjection(
  errors: ErrorList,
  volumePath: string,
  path: string,
  projection: JsonObject,
  account: string,
): void {
  for (const name of ['secret', 'configMap']) {
    const source = projection[name];
    if (!isJsonObject(source)) continue;
    errors.given(`${path}.${name}.name`, source['name']);
    checkItems(errors, `${path}.${name}`, source);
  }
  const { downwardAPI, serviceAccountToken: token } = projection;
  if (isJsonObject(downwardAPI)) checkDownwardFiles(errors, `${path}.downwardAPI`, downwardAPI);
  if (isJsonObject(token)) {
    const at = `${path}.serviceAccountToken`;
    if (account === '') {
      errors.forbidden(at, 'must not be specified when serviceAccountName is not set');
    }
    const seconds = token['expirationSeconds'];
    if (typeof seconds === 'number' && seconds < LEAST_TOKEN_SECONDS) {
      const detail = 'may not specify a duration less than 10 minutes';
      errors.invalid(`${at}.expirationSeconds`, seconds, detail);
    } else if (typeof seconds === 'number' && seconds > MOST_TOKEN_SECONDS) {
      const detail = 'may not specify a duration larger than 2^32 seconds';
      errors.invalid(`${at}.expirationSeconds`, seconds, detail);
    }
    const local = getString(token, 'path');
    if (local === '') errors.required(`${volumePath}.path`);
    else checkLocalPath(errors, `${volumePath}.path`, local);
  }
  if (Object.keys(projection).length > 1) {
    errors.forbidden(path, 'may not specify more than 1 volume type per source');
  }
}

function checkItems(errors: ErrorList, path: string, source: JsonObject): void {
  getObjects(source, 'items').forEach((item, i) => {
    const at = `${path}.items[${i}]`;
    errors.given(`${at}.key`, item['key']);
    const local = getString(item, 'path');
    errors.given(`${at}.path`, local);
    checkLocalPath(errors, `${at}.path`, local);
    if (local.startsWith('..') && !local.startsWith('../')) {
      errors.invalid(`${at}.path`, local, "must not start with '..'");
    }
    checkMode(errors, `${at}.mode`, item['mode']);
  });
}

function checkMode(errors: ErrorList, path: string, mode: JsonValue | undefined): void {
  if (typeof mode !== 'number' || (mode >= 0 && mode <= MAX_MODE)) return;
  errors.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive');
}
