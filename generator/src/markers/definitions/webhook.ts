import type { MarkerDefinition } from '../language/definition.js';
import { boolean, integer, optional, required, text, texts } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const PACKAGE = { topic: 'Admission webhooks', places: ['package'] } as const;

/** One of the API's words, in any case. */
const word = <const Words extends readonly string[]>(...of: Words) =>
  ({ type: 'choice', of, anyCase: true }) as const;

const OPERATIONS = {
  type: 'list',
  of: word('CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'),
} as const;

export const webhookMarker = defineMarker({
  ...PACKAGE,
  name: 'kubebuilder:webhook',
  arguments: {
    mutating: required(boolean, 'Whether it may change objects; else it only judges them.'),
    failurePolicy: required(word('Ignore', 'Fail'), 'What happens when it cannot be reached.'),
    groups: required(texts, '"" or core is the core group, * is all.'),
    resources: required(texts, 'Plurals, or * for all.'),
    verbs: required(OPERATIONS, 'create;update;delete;connect, or * for all.'),
    versions: required(texts, 'Or * for all.'),
    name: required(text, 'Of at least three parts between dots.'),
    admissionReviewVersions: required(texts, 'Which AdmissionReview it takes: v1.'),
    matchPolicy: optional(word('Exact', 'Equivalent'), 'Equivalent when left out.'),
    sideEffects: optional(word('None', 'NoneOnDryRun'), 'An API server asks for it.'),
    timeoutSeconds: optional(integer, '1 to 30; 10 when left out.'),
    serviceName: optional(text, 'webhook-service when left out.'),
    serviceNamespace: optional(text, 'system when left out.'),
    servicePort: optional(integer, '443 when left out.'),
    path: optional(text, 'Of the service; either path or url.'),
    url: optional(text, 'In place of a service, in quotes.'),
    webhookVersions: optional({ type: 'list', of: word('v1') }),
    reinvocationPolicy: optional(
      word('Never', 'IfNeeded'),
      'Of a mutating one; Never when left out.',
    ),
    patch: optional(text, 'A merge patch in JSON for what no argument says; null removes.'),
  },
  repeatable: true,
  help: 'An admission webhook, in webhook/manifests.yaml.',
  details: 'It stands in a file of an API, or in the files of --paths, such as above its handler.',
  example:
    '// +kubebuilder:webhook:path=/validate-machine,mutating=false,failurePolicy=fail,sideEffects=None,\n//   groups=example.com,resources=machines,verbs=create;update,versions=v1,name=machine.example.com,\n//   admissionReviewVersions=v1',
});

export const webhookConfigurationMarker = defineMarker({
  ...PACKAGE,
  name: 'kubebuilder:webhookconfiguration',
  arguments: {
    mutating: required(boolean, 'Which of the two configurations.'),
    name: optional(text, 'Else mutating- or validating-webhook-configuration.'),
  },
  repeatable: true,
  help: 'What the configuration of the webhooks is called.',
  example: `// +kubebuilder:webhookconfiguration:mutating=false,name=shop-webhooks
// +kubebuilder:webhook:path=/validate-machine,mutating=false,failurePolicy=fail,sideEffects=None,
//   groups=example.com,resources=machines,verbs=create;update,versions=v1,name=machine.example.com,
//   admissionReviewVersions=v1`,
});

export const WEBHOOK_MARKERS: readonly MarkerDefinition[] = [
  webhookMarker,
  webhookConfigurationMarker,
];
