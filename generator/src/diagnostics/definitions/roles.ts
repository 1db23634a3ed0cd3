import type { DiagnosticDefinitions } from './definition.js';
import { packageComment } from './example.js';

/** Roles and webhooks: 8000 to 8999. */
export const roleDiagnostics = {
  VMGEN8001: {
    name: 'incomplete-rule',
    title: 'Incomplete RBAC rule',
    why: 'A rule needs verbs and either resources with their groups or URLs. Without one of these it allows nothing, and the API server rejects it.',
    example: packageComment(`
- // +kubebuilder:rbac:groups=apps,verbs=get;list
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list`),
  },
  VMGEN8002: {
    name: 'conflicting-rule-arguments',
    title: 'Conflicting arguments of an RBAC rule',
    why: 'A rule applies either to resources or to URLs, and URLs are not namespaced.',
    example: packageComment(`
- // +kubebuilder:rbac:groups=apps,resources=deployments,urls=/metrics,verbs=get
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
+ // +kubebuilder:rbac:urls=/metrics,verbs=get`),
  },
  VMGEN8003: {
    name: 'invalid-role-name',
    title: 'Invalid role name',
    why: 'The name of a role or a namespace must be one that the API server accepts.',
    example: packageComment(`
- // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=a/b
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=a-b`),
  },
  VMGEN8004: {
    name: 'misspelled-rule',
    title: 'Misspelled verb, group or resource in an RBAC rule',
    why: 'The API server accepts any words in a rule. A misspelled word allows nothing, and the program fails in the cluster with Forbidden.',
    example: packageComment(`
- // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;lst
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list`),
  },
  VMGEN8101: {
    name: 'invalid-webhook-address',
    title: 'Webhook has no valid address',
    why: 'The API server calls a webhook at a path of a service or at a complete https URL.',
    example: packageComment(`
- // +kubebuilder:webhook:path=validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8102: {
    name: 'invalid-webhook-name',
    title: 'Webhook name is not a fully qualified domain name',
    why: 'The API server requires a domain name of at least three parts, which keeps webhooks of different authors distinct.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate,name=validate,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=validate.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8103: {
    name: 'duplicate-webhook',
    title: 'Duplicate webhook name',
    why: 'Names identify the webhooks of a configuration.',
    example: packageComment(`
  // +kubebuilder:webhook:path=/a,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
- // +kubebuilder:webhook:path=/b,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=update,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/b,name=b.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=update,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8104: {
    name: 'webhook-side-effects',
    title: 'Webhook does not declare its side effects',
    why: 'The API server requires each webhook to declare whether dry-run requests may call it.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8105: {
    name: 'webhook-timeout',
    title: 'Webhook timeout is out of range',
    why: 'The timeout of a webhook must be between 1 and 30 seconds.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,timeoutSeconds=60,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,timeoutSeconds=30,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8106: {
    name: 'webhook-versions',
    title: 'Webhook supports no AdmissionReview version of the API server',
    why: 'API servers send AdmissionReview v1, older ones v1beta1.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v2
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8107: {
    name: 'webhook-reinvocation',
    title: 'reinvocationPolicy on a validating webhook',
    why: 'Only mutating webhooks are called again after other webhooks have changed the object.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,reinvocationPolicy=IfNeeded,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8108: {
    name: 'invalid-webhook-patch',
    title: 'Invalid webhook patch',
    why: 'The patch is a JSON merge patch that is applied to the webhook. The API server would drop unknown fields.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,patch=\`{"objectSelecter": {}}\`,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,patch=\`{"objectSelector": {}}\`,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8109: {
    name: 'duplicate-webhook-configuration',
    title: 'Duplicate name of a webhook configuration',
    why: 'All validating webhooks are part of one configuration and all mutating webhooks of another; each configuration has one name.',
    example: packageComment(`
  // +kubebuilder:webhookconfiguration:mutating=false,name=a
- // +kubebuilder:webhookconfiguration:mutating=false,name=b
  // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8110: {
    name: 'configuration-without-webhooks',
    title: 'Webhook configuration without webhooks',
    why: 'The marker names a configuration, but no marker defines a webhook for it.',
    example: packageComment(`
  // +kubebuilder:webhookconfiguration:mutating=false,name=a
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8111: {
    name: 'webhook-of-other-versions',
    title: 'Webhook is for other versions than its path',
    why: 'The handlers at a path /mutate-GROUP-VERSION-KIND or /validate-GROUP-VERSION-KIND receive objects of this version and deny others. With the default matchPolicy, Equivalent, the API server converts the objects of all served versions to the version of the rule.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate-apps-v1-deployment,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1;v1beta1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate-apps-v1-deployment,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
} as const satisfies DiagnosticDefinitions;
