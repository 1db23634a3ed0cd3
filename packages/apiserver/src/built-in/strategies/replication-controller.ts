import type { BuiltInStrategy } from './built-in-strategy.js';
import { isFilled, ensureObject, getObject, setDefaults } from './fields.js';
import { defaultPodSpec } from './pod-defaults.js';
import { workloadWarnings } from './template-warnings.js';

/** core/v1 ReplicationController. */
export const replicationControllerStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    const { labels } = getObject(spec, 'template', 'metadata');
    if (isFilled(labels)) {
      // The labels of the pod template are the default of the selector and of the labels.
      if (!isFilled(spec['selector'])) setDefaults(spec, { selector: labels ?? {} });
      const metadata = ensureObject(object, 'metadata');
      if (!isFilled(metadata['labels'])) setDefaults(metadata, { labels: labels ?? {} });
    }
    setDefaults(spec, { replicas: 1 });
    if (spec['minReadySeconds'] === 0) Reflect.deleteProperty(spec, 'minReadySeconds');
    defaultPodSpec(ensureObject(spec, 'template', 'spec'));
    ensureObject(object, 'status')['replicas'] ??= 0;
  },
  warningsOf: workloadWarnings('spec', 'template'),
};
