import { printYaml } from '../crds/print-yaml.js';
import { HEADER_LINE } from '../settings/generated-file.js';
import { type Operator, OPERATOR_FORMS } from '../settings/operator-config.js';
import { POD_FORMS } from '../settings/pod-settings.js';
import type { ValueForm } from '../settings/value-form.js';

/** A value of the chart. */
interface ChartValue {
  readonly comment: string;
  readonly value: unknown;
  readonly form: ValueForm;
}

/** The values of the chart, by name. */
function valuesOf(operator: Operator, hasWebhooks: boolean): ReadonlyMap<string, ChartValue> {
  const { image, replicas, memoryMiB, serviceMonitor, certManager, pod } = operator;
  const forms = OPERATOR_FORMS;
  const comments: Readonly<Record<keyof typeof POD_FORMS, string>> = {
    env: 'Further environment variables of the operator.',
    envFrom: 'ConfigMaps and Secrets whose keys become environment variables.',
    resources: 'Compute resources besides the memory limit.',
    nodeSelector: 'Labels that nodes must have.',
    tolerations: 'Taints of nodes that the pods tolerate.',
    affinity: 'Rules for the choice of nodes.',
    imagePullSecrets: 'Secrets with credentials for the registry of the image.',
    podAnnotations: 'Annotations of the pods.',
    egress: 'Further egress rules of the NetworkPolicy.',
  };
  const certificates = 'Whether cert-manager creates the certificate of the webhooks.';
  const values: Readonly<Record<string, ChartValue>> = {
    image: { comment: 'The image of the operator.', value: image, form: forms.image },
    replicas: {
      comment: 'One replica leads, the others are ready to take over.',
      value: replicas,
      form: forms.replicas,
    },
    memoryMiB: {
      comment: 'The memory limit of a replica, in MiB.',
      value: memoryMiB,
      form: forms.memoryMiB,
    },
    networkPolicy: {
      comment: 'Limits connections to metrics, the API server, DNS and the egress rules below.',
      value: true,
      form: { type: 'boolean', description: 'true or false' },
    },
    serviceMonitor: {
      comment: 'Requires the CRDs of the Prometheus operator.',
      value: serviceMonitor,
      form: forms.serviceMonitor,
    },
    ...(hasWebhooks && {
      certManager: { comment: certificates, value: certManager, form: forms.certManager },
    }),
  };
  const podValues = Object.entries(POD_FORMS).flatMap(([name, form]) =>
    isPodKey(name) ? [[name, { comment: comments[name], value: pod[name], form }] as const] : [],
  );
  return new Map([...Object.entries(values), ...podValues]);
}

const isPodKey = (name: string): name is keyof typeof POD_FORMS => Object.hasOwn(POD_FORMS, name);

/** `values.yaml`: the values with their defaults, which are those of the config. */
export function printChartValues(operator: Operator, hasWebhooks: boolean): string {
  return [...valuesOf(operator, hasWebhooks)]
    .map(([name, { comment, value }]) => `# ${comment}\n${printYaml({ [name]: value })}`)
    .join('');
}

/** `values.schema.json`: Helm rejects values of other types, ranges and names. */
export function printChartSchema(operator: Operator, hasWebhooks: boolean): string {
  const values = valuesOf(operator, hasWebhooks);
  const schema = {
    // The header is the first value: JSON has no comments.
    $comment: HEADER_LINE,
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    required: ['image', 'memoryMiB', 'replicas', 'resources'],
    properties: {
      ...Object.fromEntries([...values].map(([name, { form }]) => [name, form])),
      // Helm passes it to all charts.
      global: { type: 'object' },
    },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** Values that the manifests contain, or the chart refers to. */
export interface Inserted {
  /** The value of a key; undefined if it is empty. */
  readonly block: <T extends object>(name: string, value: T) => T | string | undefined;
  /** Further items of a list. */
  readonly items: (name: string, values: readonly object[]) => readonly (object | string)[];
  /** Further fields of an object. */
  readonly fields: (name: string, value: object) => object;
}

/** Inserts the values themselves. */
export const INSERTED: Inserted = {
  block: (_, value) => (Object.keys(value).length === 0 ? undefined : value),
  items: (_, values) => values,
  fields: (_, value) => value,
};

/** Inserts names of values, which {@link insertedInHelm} replaces. */
export const CHART_INSERTED: Inserted = {
  block: (name) => `{{ block ${name} }}`,
  items: (name) => [`{{ items ${name} }}`],
  fields: (name) => ({ [`{{ fields ${name} }}`]: true }),
};

/** A manifest in which Helm inserts the values of {@link CHART_INSERTED}. */
export function insertedInHelm(manifest: string): string {
  return manifest
    .replace(
      /^( *)(\w+): "\{\{ block (\S+) \}\}"\n/gm,
      (_, margin: string, key: string, name: string) =>
        withInHelm(name, `${margin}${key}:\n`, margin.length + 2),
    )
    .replace(
      /^( *)(?:- "\{\{ items (\S+) \}\}"|"\{\{ fields (\S+) \}\}": true)\n/gm,
      (_, margin: string, items: string | undefined, fields: string | undefined) =>
        withInHelm(items ?? fields ?? '', '', margin.length),
    );
}

const withInHelm = (name: string, start: string, indentation: number): string =>
  `{{- with .Values.${name} }}\n${start}{{ toYaml . | indent ${indentation} }}\n{{- end }}\n`;
