import type { DiagnosticDefinitions } from './definition.js';
import { field, kind, shell } from './example.js';

/** Validation of the CRD as the API server does it: 6000 to 6999. */
export const crdDiagnostics = {
  VMGEN6001: {
    name: 'crd-refused',
    title: 'API server would reject the CRD',
    why: 'Before anything is written, vmgen validates the CRD with the code of the embedded API server. kubectl apply would fail with this message: for example for a default that is not a value of its field, a path that is not a simple JSON path, or a list whose keys its items may lack.',
    example: field(`
- // +kubebuilder:validation:UniqueItems=true
+ // +listType=set
  hosts: string[];`),
  },
  VMGEN6002: {
    name: 'rule-refused',
    title: 'API server would reject a validation rule',
    why: 'The CEL expression does not compile, or does not apply to values of this type.',
    example: field(`
- // +kubebuilder:validation:XValidation:rule="self.size() > 'a'"
+ // +kubebuilder:validation:XValidation:rule="self.size() > 1"
  name: string;`),
  },
  VMGEN6003: {
    name: 'rule-too-costly',
    title: 'Validation rule exceeds the cost limit',
    why: 'The API server estimates the worst-case cost of a rule and rejects rules that are too expensive. Lists and strings without a maximum length make the estimate large.',
    example: field(`
  // +kubebuilder:validation:XValidation:rule="self.all(a, self.all(b, a == b))"
+ // +kubebuilder:validation:MaxItems=10
+ // +kubebuilder:validation:items:MaxLength=63
  hosts: string[];`),
  },
  VMGEN6005: {
    name: 'name-refused',
    title: 'API server would reject a name',
    why: 'Groups, versions, plurals and short names are parts of URLs and must be DNS labels. For kinds without a CRD, vmgen checks those in the paths of their clients.',
    example: kind(`
- // +kubebuilder:resource:path=My_Machines
+ // +kubebuilder:resource:path=mymachines`),
  },
  VMGEN6101: {
    name: 'descriptions-dropped',
    title: 'CRD with all descriptions is too large for kubectl apply',
    why: 'kubectl apply stores the applied object in an annotation, which is limited to 256 KiB. vmgen omits descriptions from the CRD, the most deeply nested first, until it fits.',
    example: shell(`
- 300 KiB of documentation in one kind
+ shorter documentation, or --max-desc-len=200, or --no-trim-descriptions and kubectl apply --server-side`),
  },
  VMGEN6102: {
    name: 'crd-too-large',
    title: 'CRD is too large for kubectl apply',
    why: 'kubectl apply stores the applied object in an annotation, which is limited to 256 KiB. The CRD exceeds it even without descriptions.',
    example: shell(`
- kubectl apply -f generated/crds/
+ kubectl apply --server-side -f generated/crds/`),
  },
  VMGEN6103: {
    name: 'crd-beyond-etcd',
    title: 'CRD is too large for etcd',
    why: 'The API server stores a CRD as one object in etcd, whose requests are limited to 1.5 MiB, regardless of how the CRD is applied. A type that is used in several places is repeated in each of them.',
    example: shell(`
- sixteen interfaces, each with two fields of the next one: 65,536 leaves
+ kinds of their own for the parts, or RawExtension for what need not be checked`),
  },
} as const satisfies DiagnosticDefinitions;
