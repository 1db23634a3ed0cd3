import { isFilled, ensureObject, getObject, getObjects, setDefaults, getString } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

const NOT_READY = 'node.kubernetes.io/not-ready';

/** core/v1 Node. */
export const nodeStrategy: BuiltInStrategy = {
  preservesStatusOnCreate: true,
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    const status = ensureObject(object, 'status');
    const range = getString(spec, 'podCIDR');
    if (range !== '' && !isFilled(spec['podCIDRs'])) spec['podCIDRs'] = [range];
    // Allocatable resources default to the capacity.
    if (isFilled(status['capacity']))
      setDefaults(ensureObject(status, 'allocatable'), getObject(status, 'capacity'));
  },
  prepareForCreate(object) {
    const spec = ensureObject(object, 'spec');
    const taints = getObjects(spec, 'taints');
    if (taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) return;
    spec['taints'] = [...taints, { key: NOT_READY, effect: 'NoSchedule' }];
  },
  validate(object, live) {
    const provider = object.at('spec', 'providerID');
    const before = getString(getObject(live ?? {}, 'spec'), 'providerID');
    if (before === '' || provider.text === before) return;
    const change = provider.text === '' ? 'cleared' : 'modified';
    provider.invalid(`field cannot be ${change} once set`, null);
  },
};
