import { HEADER_LINE } from '../settings/generated-file.js';
import { OPERATOR_FORMS } from '../settings/operator-config.js';
import { POD_FORMS } from '../settings/pod-settings.js';
import type { ValueForm } from '../settings/value-form.js';

const BOOLEAN: ValueForm = { type: 'boolean', description: 'true or false' };

/** `values.schema.json`: Helm rejects values of other types, ranges and names. */
export function printChartSchema(hasWebhooks: boolean): string {
  const { image, replicas, memoryMiB, serviceMonitor, certManager } = OPERATOR_FORMS;
  const schema = {
    // The header is the first value: JSON has no comments.
    $comment: HEADER_LINE,
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    required: ['image', 'memoryMiB', 'replicas', 'resources'],
    properties: {
      image,
      replicas,
      memoryMiB,
      networkPolicy: BOOLEAN,
      serviceMonitor,
      ...(hasWebhooks && { certManager }),
      ...POD_FORMS,
      // Helm passes it to all charts.
      global: { type: 'object' },
    },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
