import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { isFilled, ensureObject, getObject, setDefaults, getStringMap } from './fields.js';
import { defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './pod-warnings.js';
import { checkPodTemplate } from './validate-pod-spec.js';
import { checkCounts, replicaStatusErrors, sortedLabels } from './workload-rules.js';

/** core/v1 ReplicationController. */
export const replicationControllerStrategy: BuiltInStrategy = {
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    selectorOf: ({ spec }) =>
      Object.entries(getStringMap(isJsonObject(spec) ? spec : {}, 'selector'))
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(','),
  },
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
  skipSchemaValidation: true,
  validate(object) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkCounts(errors, 'spec', spec, ['replicas', 'minReadySeconds']);
    if (!isFilled(spec['selector'])) errors.required('spec.selector');
    const template = getObject(spec, 'template');
    const { labels } = getObject(template, 'metadata');
    const own = getStringMap(getObject(template, 'metadata'), 'labels');
    const wanted = Object.entries(getStringMap(spec, 'selector'));
    if (wanted.some(([name, value]) => own[name] !== value)) {
      const detail = '`selector` does not match template `labels`';
      errors.invalid('spec.template.metadata.labels', sortedLabels(labels), detail);
    }
    checkPodTemplate(errors, 'spec.template', template);
    return errors.errors;
  },
  validateStatus: replicaStatusErrors,
  warningsOf: (object) => templateWarnings('spec.template', getObject(object, 'spec', 'template')),
};
