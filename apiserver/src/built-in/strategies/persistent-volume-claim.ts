import { parseQuantity } from '@vmgen/runtime';
import type { JsonObject } from '@vmgen/crd/internal/json';
import { checkClaimSpec } from './claim-rules.js';
import { ErrorList } from './error-list.js';
import { madeObjectAt, objectAt, setDefaults, textIn } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultClaimSpec } from './pod-defaults.js';
import { sameJson } from './workload-rules.js';

const IN_USE = 'kubernetes.io/pvc-protection';

/** core/v1 PersistentVolumeClaim. */
export const persistentVolumeClaimStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  protectionFinalizer: IN_USE,
  fieldLabels: { name: 'metadata.name' },
  defaults(object) {
    defaultClaimSpec(madeObjectAt(object, 'spec'));
    setDefaults(madeObjectAt(object, 'status'), { phase: 'Pending' });
  },
  prepareForCreate(object) {
    object['status'] = { phase: 'Pending' };
    protect(object, IN_USE);
  },
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    checkClaimSpec(errors, 'spec', spec);
    if (live !== undefined) checkChange(errors, object, live);
    return errors.errors;
  },
};

/** Keeps an object until nothing uses it. */
export function protect(object: JsonObject, finalizer: string): void {
  const metadata = madeObjectAt(object, 'metadata');
  const { finalizers } = metadata;
  const before = Array.isArray(finalizers) ? finalizers : [];
  if (!before.includes(finalizer)) metadata['finalizers'] = [...before, finalizer];
}

function checkChange(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  const [after, before] = [objectAt(next, 'spec'), objectAt(live, 'spec')];
  const [wanted, had] = [storageOf(after), storageOf(before)];
  const isBound = objectAt(live, 'status')['phase'] === 'Bound';
  const isSmaller =
    wanted !== '' && had !== '' && parseQuantity(wanted).compare(parseQuantity(had)) < 0;
  if (isBound && isSmaller) {
    const detail = 'field can not be less than status.capacity';
    errors.forbidden('spec.resources.requests.storage', detail);
  }
  if (!sameJson(withoutChangeable(after, isBound), withoutChangeable(before, isBound))) {
    const detail =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.forbidden('spec', detail);
  }
}

const storageOf = (spec: JsonObject): string =>
  textIn(objectAt(spec, 'resources', 'requests'), 'storage');

function withoutChangeable(spec: JsonObject, isBound: boolean): JsonObject {
  const { volumeAttributesClassName: _, resources, ...rest } = spec;
  // A volume may be named once.
  const { volumeName: _1, ...unbound } = rest;
  return isBound ? rest : { ...unbound, resources: resources ?? {} };
}
