import type { BuiltInStrategy } from './built-in-strategy.js';
import { ensureObject } from './fields.js';
import { defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './template-warnings.js';
import { checkPodTemplate } from './validate-pod-spec.js';

/** core/v1 PodTemplate. */
export const podTemplateStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  defaults: (object) => defaultPodSpec(ensureObject(object, 'template', 'spec')),
  validate: (object) => checkPodTemplate(object.at('template')),
  warningsOf: templateWarnings('template'),
};
