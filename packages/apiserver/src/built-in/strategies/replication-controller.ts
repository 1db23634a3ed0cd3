import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { isFilled, ensureObject, getObject, setDefaults, getStringMap } from './fields.js';
import { defaultPodSpec } from './pod-defaults.js';
import { workloadWarnings } from './template-warnings.js';
import { checkPodTemplate } from './validate-pod-spec.js';
import { checkReplicaStatus, sortedLabels } from './workload-rules.js';

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
  validate(object) {
    const spec = object.at('spec');
    const [selector, template] = [spec.at('selector'), spec.at('template')];
    spec.counts('replicas', 'minReadySeconds');
    if (!selector.isFilled) selector.required();
    const labels = template.at('metadata', 'labels');
    if (selector.entries.some(([name, { text }]) => labels.object[name] !== text)) {
      const detail = '`selector` does not match template `labels`';
      labels.invalid(detail, sortedLabels(labels.value));
    }
    checkPodTemplate(template);
  },
  validateStatus: checkReplicaStatus,
  warningsOf: workloadWarnings('spec', 'template'),
};
