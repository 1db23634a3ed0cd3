import { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ensureObject, getObject } from './fields.js';
import { horizontalPodAutoscalerStrategy } from './horizontal-pod-autoscaler.js';
import { autoscalerFromV1, autoscalerToV1 } from './convert-autoscaler.js';

const CPU_PERCENT = 80;
/** The annotation for metrics, for which v1 has no field. */
const METRICS = 'autoscaling.alpha.kubernetes.io/metrics';

/** autoscaling/v1 HorizontalPodAutoscaler, stored as autoscaling/v2. */
export const autoscalerV1Strategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    spec['minReplicas'] ??= 1;
    if (Object.hasOwn(getObject(object, 'metadata', 'annotations'), METRICS)) return;
    spec['targetCPUUtilizationPercentage'] ??= CPU_PERCENT;
  },
  validate(object, ...rest) {
    const v2 = new Field(autoscalerFromV1(object.object), '', object.errors);
    horizontalPodAutoscalerStrategy.validate?.(v2, ...rest);
  },
  conversion: { fromStored: autoscalerToV1, toStored: autoscalerFromV1 },
};
