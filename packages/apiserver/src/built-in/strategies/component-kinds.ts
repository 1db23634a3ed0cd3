import { deepEqualJson, isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ensureObject, getObject, setDefaults, setNumberDefaults } from './fields.js';
import { protect } from './persistent-volume-claim.js';
import { checkDriver } from './storage-class.js';

// Kinds that mostly components of Kubernetes write. Only their defaults and required fields are here.

/** flowcontrol.apiserver.k8s.io/v1 FlowSchema. */
export const flowSchemaStrategy: BuiltInStrategy = {
  defaults(object) {
    setNumberDefaults(ensureObject(object, 'spec'), { matchingPrecedence: 1000 });
  },
};

/** flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration. */
export const priorityLevelStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = getObject(object, 'spec');
    for (const [name, nominalConcurrencyShares] of [
      ['exempt', 0],
      ['limited', 30],
    ] as const) {
      const part = spec[name];
      if (isJsonObject(part)) setDefaults(part, { nominalConcurrencyShares, lendablePercent: 0 });
    }
    const { queuing } = getObject(spec, 'limited', 'limitResponse');
    if (isJsonObject(queuing))
      setNumberDefaults(queuing, { queues: 64, handSize: 8, queueLengthLimit: 50 });
  },
};

/** storage.k8s.io/v1 CSINode. The list of drivers can be absent, although its schema requires it. */
export const csiNodeStrategy: BuiltInStrategy = {
  validate(object) {
    for (const driver of object.at('spec', 'drivers').items) {
      driver.at('name').given();
      driver.at('nodeID').given();
    }
  },
};

const IN_USE = 'kubernetes.io/vac-protection';

/** storage.k8s.io/v1 VolumeAttributesClass. */
export const volumeAttributesClassStrategy: BuiltInStrategy = {
  protectionFinalizer: IN_USE,
  prepareForCreate: (object) => protect(object, IN_USE),
  validate(object, live) {
    const parameters = object.at('parameters');
    checkDriver(object.at('driverName'), parameters);
    if (Object.keys(parameters.object).length === 0) {
      parameters.required('must contain at least one key/value pair');
    }
    if (live === undefined) return;
    for (const name of ['driverName', 'parameters']) {
      if (deepEqualJson(object.at(name).value ?? null, live[name] ?? null)) continue;
      object.at(name).forbidden(`updates to ${name} are forbidden.`);
    }
  },
};
