import type { MarkerDefinition } from '../language/definition.js';
import { boolean, integer, optional, required, text, texts, word } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const PACKAGE = {
  topic: 'Admission webhooks',
  places: ['package'],
  isOfOneVersion: true,
} as const;

const OPERATIONS = {
  type: 'list',
  of: word('CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'),
} as const;

export const webhookMarker = defineMarker({
  ...PACKAGE,
  name: 'kubebuilder:webhook',
  arguments: {
    mutating: required(
      boolean,
      'Whether the webhook may change objects; otherwise it only validates them.',
    ),
    failurePolicy: required(
      word('Ignore', 'Fail'),
      'What happens if the webhook cannot be reached.',
    ),
    groups: required(texts, 'API groups; "" or core is the core group, * matches all.'),
    resources: required(texts, 'Plural resource names, or * for all.'),
    verbs: required(OPERATIONS, 'Any of create;update;delete;connect, or * for all.'),
    versions: required(texts, 'API versions, or * for all.'),
    name: required(text, 'A domain name with at least three parts.'),
    admissionReviewVersions: required(texts, 'The supported versions of AdmissionReview: v1.'),
    matchPolicy: optional(word('Exact', 'Equivalent'), 'Defaults to Equivalent.'),
    sideEffects: optional(word('None', 'NoneOnDryRun'), 'Required by the API server.'),
    timeoutSeconds: optional(integer, 'In seconds, 1 to 30. Defaults to 10.'),
    serviceName: optional(
      text,
      'Defaults to the Service of the operator of the config, or to webhook-service.',
    ),
    serviceNamespace: optional(text, 'Defaults to the namespace of the operator, or to system.'),
    servicePort: optional(integer, 'Defaults to 443.'),
    path: optional(text, 'The path of the service. Use either path or url.'),
    url: optional(text, 'The URL of the webhook, instead of a service, in quotes.'),
    webhookVersions: optional({ type: 'list', of: word('v1') }),
    reinvocationPolicy: optional(
      word('Never', 'IfNeeded'),
      'For mutating webhooks only. Defaults to Never.',
    ),
    patch: optional(
      text,
      'A JSON merge patch for fields that no argument sets; null removes a field.',
    ),
  },
  repeatable: true,
  help: 'An admission webhook, written to webhook/manifests.yaml.',
  details:
    'The marker is allowed in a file of an API, and in the files of --paths, for example above its handler.',
  example:
    '// +kubebuilder:webhook:path=/validate-machine,mutating=false,failurePolicy=fail,sideEffects=None,\n//   groups=example.com,resources=machines,verbs=create;update,versions=v1,name=machine.example.com,\n//   admissionReviewVersions=v1',
});

export const webhookConfigurationMarker = defineMarker({
  ...PACKAGE,
  name: 'kubebuilder:webhookconfiguration',
  arguments: {
    mutating: required(boolean, 'Selects the mutating or the validating configuration.'),
    name: optional(
      text,
      'Defaults to the name of the operator of the config, or to mutating- or validating-webhook-configuration.',
    ),
  },
  repeatable: true,
  help: 'The name of a webhook configuration.',
  example: `// +kubebuilder:webhookconfiguration:mutating=false,name=shop-webhooks
// +kubebuilder:webhook:path=/validate-machine,mutating=false,failurePolicy=fail,sideEffects=None,
//   groups=example.com,resources=machines,verbs=create;update,versions=v1,name=machine.example.com,
//   admissionReviewVersions=v1`,
});

export const WEBHOOK_MARKERS: readonly MarkerDefinition[] = [
  webhookMarker,
  webhookConfigurationMarker,
];
