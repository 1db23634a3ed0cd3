import { parseQuantity } from '@vmgen/runtime/meta';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Subdomain } from '@vmgen/base/text';
import type { ErrorList } from './error-list.js';
import { getObject, getString, getStrings } from './fields.js';
import { checkSelector } from './selector-rules.js';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Validates the spec of a volume claim (ValidatePersistentVolumeClaimSpec). */
export function checkClaimSpec(errors: ErrorList, path: string, spec: JsonObject): void {
  const modes = getStrings(spec, 'accessModes');
  if (modes.length === 0) {
    errors.required(`${path}.accessModes`, 'at least 1 access mode is required');
  }
  checkSelector(errors, `${path}.selector`, getObject(spec, 'selector'));
  checkAccessModes(errors, `${path}.accessModes`, modes);
  const storage = getString(getObject(spec, 'resources', 'requests'), 'storage');
  if (storage === '') {
    errors.required(`${path}.resources[storage]`);
  } else if (parseQuantity(storage).toNanos() <= 0n) {
    errors.invalid(`${path}.resources[storage]`, storage, 'must be greater than zero');
  }
  const storageClass = getString(spec, 'storageClassName');
  if (storageClass !== '') {
    errors.problems(`${path}.storageClassName`, storageClass, isDns1123Subdomain(storageClass));
  }
  errors.oneOf(`${path}.volumeMode`, spec['volumeMode'], ['Block', 'Filesystem']);
  checkSources(errors, path, spec);
}

function checkSources(errors: ErrorList, path: string, spec: JsonObject): void {
  const { dataSource: source, dataSourceRef: reference } = spec;
  if (isJsonObject(source)) checkSource(errors, `${path}.dataSource`, source);
  if (isJsonObject(reference)) checkSource(errors, `${path}.dataSourceRef`, reference);
  if (!isJsonObject(source) || !isJsonObject(reference)) return;
  const isForeign = getString(reference, 'namespace') !== '';
  const isSame = ['apiGroup', 'kind', 'name'].every(
    (name) => getString(source, name) === getString(reference, name),
  );
  if (isForeign) {
    const detail = 'may not be specified when dataSourceRef.namespace is specified';
    errors.invalid(path, {}, detail);
  } else if (!isSame) {
    errors.invalid(path, {}, 'must match dataSourceRef');
  }
}

function checkSource(errors: ErrorList, path: string, source: JsonObject): void {
  const [group, kind] = [getString(source, 'apiGroup'), getString(source, 'kind')];
  errors.given(`${path}.name`, source['name']);
  errors.given(`${path}.kind`, source['kind']);
  if (group !== '') {
    errors.problems(`${path}.apiGroup`, group, isDns1123Subdomain(group));
  } else if (kind !== 'PersistentVolumeClaim') {
    const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    errors.invalid(path, kind, detail);
  }
}

/** Validates the access modes of a volume. */
export function checkAccessModes(errors: ErrorList, path: string, modes: readonly string[]): void {
  for (const mode of modes) errors.oneOf(path, mode, ACCESS_MODES);
  if (modes.includes('ReadWriteOncePod') && modes.length > 1) {
    const detail = 'may not use ReadWriteOncePod with other access modes';
    errors.forbidden(path, detail);
  }
}
