import type { Operator } from '../settings/operator-config.js';

/** The Service of the metrics of an operator, which is the job of its series in Prometheus. */
export const jobOf = ({ name }: Operator): string => `${name}-metrics`;
