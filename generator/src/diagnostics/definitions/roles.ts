import type { DiagnosticDefinitions } from './definition.js';
import { packageComment } from './example.js';

/** Roles and webhooks: 8000 to 8999. */
export const roleDiagnostics = {
  VMGEN8001: {
    name: 'invalid-rule',
    title: 'API server would reject an RBAC rule',
    why: 'A rule needs verbs, and either resources with their groups or URLs, which are not namespaced. The name of a role or a namespace must be one that the API server accepts.',
    example: packageComment(`
- // +kubebuilder:rbac:groups=apps,verbs=get;list
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list`),
  },
  VMGEN8004: {
    name: 'misspelled-rule',
    title: 'Misspelled verb, group or resource',
    why: 'The API server accepts any words in RBAC rules and policies. A misspelled word has no effect: a rule allows nothing, and the program fails in the cluster with Forbidden.',
    example: packageComment(`
- // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;lst
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list`),
  },
  VMGEN8101: {
    name: 'webhook-refused',
    title: 'API server would reject the webhook',
    why: 'A webhook needs a path of a service or a complete https URL, a domain name of at least three parts, sideEffects, a timeout from 1 to 30 seconds, and AdmissionReview v1 or v1beta1. Only mutating webhooks have a reinvocationPolicy.',
    example: packageComment(`
- // +kubebuilder:webhook:path=validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8103: {
    name: 'duplicate-webhook',
    title: 'Duplicate name of a webhook, or of a configuration',
    why: 'Names identify the webhooks of a configuration. All validating webhooks are part of one configuration and all mutating webhooks of another; each configuration has one name.',
    example: packageComment(`
  // +kubebuilder:webhook:path=/a,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
- // +kubebuilder:webhook:path=/b,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=update,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/b,name=b.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=update,versions=v1,admissionReviewVersions=v1`),
  },
  VMGEN8108: {
    name: 'invalid-webhook-patch',
    title: 'Invalid webhook patch',
    why: 'The patch is a JSON merge patch that is applied to the webhook. The API server would drop unknown fields.',
    example: packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,patch=\`{"objectSelecter": {}}\`,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,patch=\`{"objectSelector": {}}\`,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
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
