import type { DiagnosticDefinitions } from './definition.js';

/** Roles and webhooks: 8000 to 8999. */
export const roleDiagnostics = {
  VMGEN8001: {
    name: 'rule-incomplete',
    title: 'A rule of a role lacks a part',
    why: 'A rule says what may be done to which resources of which groups; without a part it allows nothing, and the API server refuses it.',
    example: {
      place: 'package',
      wrong: '// +kubebuilder:rbac:groups=apps,verbs=get;list',
      right: '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list',
    },
  },
  VMGEN8002: {
    name: 'rule-contradiction',
    title: 'The parts of a rule of a role exclude each other',
    why: 'A rule is about resources or about URLs, and URLs are in no namespace.',
    example: {
      place: 'package',
      wrong: '// +kubebuilder:rbac:groups=apps,resources=deployments,urls=/metrics,verbs=get',
      right: `// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
// +kubebuilder:rbac:urls=/metrics,verbs=get`,
    },
  },
  VMGEN8003: {
    name: 'role-name',
    title: 'The API server would refuse the name of a role',
    why: 'The name of a role or namespace has to be one that an API server takes.',
    example: {
      place: 'package',
      wrong: '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=a/b',
      right: '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=a-b',
    },
  },
  VMGEN8004: {
    name: 'rule-mistyped',
    title: 'A rule of a role names what is nearly a verb, or a resource or group of the run',
    why: 'An API server takes any words in a rule. A mistyped one allows nothing, and the program is told so in the cluster: Forbidden.',
    example: {
      place: 'package',
      wrong: '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;lst',
      right: '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list',
    },
  },
  VMGEN8101: {
    name: 'webhook-address',
    title: 'A webhook has no address that the API server can call',
    why: 'An API server calls a webhook at a path of a service, or at a whole URL with https.',
    example: {
      place: 'package',
      wrong:
        '// +kubebuilder:webhook:path=validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
      right:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
    },
  },
  VMGEN8102: {
    name: 'webhook-name',
    title: 'The name of a webhook is no domain',
    why: 'The API server asks for a domain of three parts or more, so that webhooks of several authors keep apart.',
    example: {
      place: 'package',
      wrong:
        '// +kubebuilder:webhook:path=/validate,name=validate,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
      right:
        '// +kubebuilder:webhook:path=/validate,name=validate.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
    },
  },
  VMGEN8103: {
    name: 'webhook-twice',
    title: 'Two webhooks have one name',
    why: 'The webhooks of a configuration are told apart by their names.',
    example: {
      place: 'package',
      wrong: `// +kubebuilder:webhook:path=/a,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/b,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=update,versions=v1,admissionReviewVersions=v1`,
      right: `// +kubebuilder:webhook:path=/a,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/b,name=b.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=update,versions=v1,admissionReviewVersions=v1`,
    },
  },
  VMGEN8104: {
    name: 'webhook-side-effects',
    title: 'A webhook says nothing of side effects',
    why: 'An API server asks of each webhook whether a dry run may call it.',
    example: {
      place: 'package',
      wrong:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
      right:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
    },
  },
  VMGEN8105: {
    name: 'webhook-timeout',
    title: 'The timeout of a webhook is out of range',
    why: 'An API server waits for a webhook between 1 and 30 seconds.',
    example: {
      place: 'package',
      wrong:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,timeoutSeconds=60,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
      right:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,timeoutSeconds=30,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
    },
  },
  VMGEN8106: {
    name: 'webhook-versions',
    title: 'A webhook takes no version that the API server sends',
    why: 'API servers send reviews of v1, older ones of v1beta1.',
    example: {
      place: 'package',
      wrong:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v2',
      right:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
    },
  },
  VMGEN8107: {
    name: 'webhook-reinvocation',
    title: 'A validating webhook says reinvocationPolicy',
    why: 'Only webhooks that change objects are asked again after others changed them.',
    example: {
      place: 'package',
      wrong:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,reinvocationPolicy=IfNeeded,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
      right:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
    },
  },
  VMGEN8108: {
    name: 'webhook-patch',
    title: 'The patch of a webhook is none',
    why: 'The patch is laid over the webhook as a merge patch in JSON; an API server would drop a field that it does not know.',
    example: {
      place: 'package',
      wrong:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,patch=`{"objectSelecter": {}}`,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
      right:
        '// +kubebuilder:webhook:path=/validate,name=a.example.com,patch=`{"objectSelector": {}}`,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1',
    },
  },
  VMGEN8109: {
    name: 'configuration-twice',
    title: 'A webhook configuration is named twice',
    why: 'All validating webhooks make one configuration, all mutating ones another; each has one name.',
    example: {
      place: 'package',
      wrong: `// +kubebuilder:webhookconfiguration:mutating=false,name=a
// +kubebuilder:webhookconfiguration:mutating=false,name=b
// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`,
      right: `// +kubebuilder:webhookconfiguration:mutating=false,name=a
// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`,
    },
  },
  VMGEN8110: {
    name: 'configuration-without-webhooks',
    title: 'A webhook configuration has no webhooks',
    why: 'The name is that of a configuration, which is made of webhooks.',
    example: {
      place: 'package',
      wrong: '// +kubebuilder:webhookconfiguration:mutating=false,name=a',
      right: `// +kubebuilder:webhookconfiguration:mutating=false,name=a
// +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`,
    },
  },
} as const satisfies DiagnosticDefinitions;
