import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { isFilled, madeObjectAt, objectAt, setDefaults, textMapIn } from './fields.js';
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
      Object.entries(textMapIn(isJsonObject(spec) ? spec : {}, 'selector'))
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(','),
  },
  defaults(object) {
    const spec = madeObjectAt(object, 'spec');
    const { labels } = objectAt(spec, 'template', 'metadata');
    if (isFilled(labels)) {
      // It selects, and is found by, what its pods are called.
      if (!isFilled(spec['selector'])) setDefaults(spec, { selector: labels ?? {} });
      const metadata = madeObjectAt(object, 'metadata');
      if (!isFilled(metadata['labels'])) setDefaults(metadata, { labels: labels ?? {} });
    }
    setDefaults(spec, { replicas: 1 });
    if (spec['minReadySeconds'] === 0) Reflect.deleteProperty(spec, 'minReadySeconds');
    defaultPodSpec(madeObjectAt(spec, 'template', 'spec'));
    madeObjectAt(object, 'status')['replicas'] ??= 0;
  },
  judgesAlone: true,
  validate(object) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    checkCounts(errors, 'spec', spec, ['replicas', 'minReadySeconds']);
    if (!isFilled(spec['selector'])) errors.required('spec.selector');
    const template = objectAt(spec, 'template');
    const { labels } = objectAt(template, 'metadata');
    const own = textMapIn(objectAt(template, 'metadata'), 'labels');
    const wanted = Object.entries(textMapIn(spec, 'selector'));
    if (wanted.some(([name, value]) => own[name] !== value)) {
      const detail = '`selector` does not match template `labels`';
      errors.invalid('spec.template.metadata.labels', sortedLabels(labels), detail);
    }
    checkPodTemplate(errors, 'spec.template', template);
    return errors.errors;
  },
  validateStatus: replicaStatusErrors,
  warningsOf: (object) => templateWarnings('spec.template', objectAt(object, 'spec', 'template')),
};
