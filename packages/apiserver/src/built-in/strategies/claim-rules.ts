import { parseQuantity } from '@vmgen/runtime/meta';
import { isDns1123Subdomain } from '@vmgen/base/text';
import { checkSelector, type Field } from '@vmgen/crd/internal';

/** Validates the spec of a volume claim (ValidatePersistentVolumeClaimSpec). */
export function checkClaimSpec(spec: Field): void {
  const modes = spec.at('accessModes');
  if (modes.texts.length === 0) modes.required('at least 1 access mode is required');
  checkSelector(spec.at('selector'));
  checkAccessModes(modes);
  const { text: storage } = spec.at('resources', 'requests', 'storage');
  const storagePath = spec.at('resources').key('storage');
  if (storage === '') storagePath.required();
  else if (parseQuantity(storage).toNanos() <= 0n) {
    storagePath.invalid('must be greater than zero', storage);
  }
  spec.at('storageClassName').checkIfSet(isDns1123Subdomain);
  spec.at('volumeMode').pointerToOneOf('Block', 'Filesystem');
  checkSources(spec);
}

function checkSources(spec: Field): void {
  const [source, reference] = [spec.at('dataSource'), spec.at('dataSourceRef')];
  if (source.isObject) checkSource(source);
  if (reference.isObject) checkSource(reference);
  if (!source.isObject || !reference.isObject) return;
  const isSame = ['apiGroup', 'kind', 'name'].every(
    (name) => source.at(name).text === reference.at(name).text,
  );
  if (reference.at('namespace').text !== '') {
    spec.invalid('may not be specified when dataSourceRef.namespace is specified', {});
  } else if (!isSame) {
    spec.invalid('must match dataSourceRef', {});
  }
}

function checkSource(source: Field): void {
  const [group, kind] = [source.at('apiGroup'), source.at('kind')];
  source.at('name').given();
  kind.given();
  if (group.text !== '') group.check(isDns1123Subdomain);
  else if (kind.text !== 'PersistentVolumeClaim') {
    const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    source.invalid(detail, kind.text);
  }
}

/** Validates the access modes of a volume. */
export function checkAccessModes(modes: Field): void {
  const supported = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
  for (const mode of modes.texts) {
    if (!supported.includes(mode)) modes.notSupported(supported, mode);
  }
  if (modes.texts.includes('ReadWriteOncePod') && modes.texts.length > 1) {
    modes.forbidden('may not use ReadWriteOncePod with other access modes');
  }
}
