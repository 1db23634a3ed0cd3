import type { BuiltInStrategy } from './built-in-strategy.js';
import { autoscalerFromV1, autoscalerToV1 } from './convert-autoscaler.js';

/** autoscaling/v1 HorizontalPodAutoscaler, which is stored as autoscaling/v2. */
export const autoscalerV1Strategy: BuiltInStrategy = {
  conversion: { fromStored: autoscalerToV1, toStored: autoscalerFromV1 },
};
