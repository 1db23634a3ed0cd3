import type { DiagnosticDefinitions } from './definition.js';

/** The CRD as the API server sees it: 6000 to 6999. */
export const crdDiagnostics = {
  VMGEN6001: {
    name: 'crd-refused',
    title: 'The API server would refuse the CRD',
    why: 'Before anything is written, the CRD is judged by the same code by which the embedded API server takes CRDs: kubectl apply would end with this message.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:UniqueItems=true
hosts: string[];`,
      right: `// +listType=set
hosts: string[];`,
    },
  },
  VMGEN6002: {
    name: 'rule-refused',
    title: 'The API server would refuse a rule',
    why: 'The expression does not compile, or not for values of this type.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:XValidation:rule="self.size() > 'a'"
name: string;`,
      right: `// +kubebuilder:validation:XValidation:rule="self.size() > 1"
name: string;`,
    },
  },
  VMGEN6003: {
    name: 'rule-too-costly',
    title: 'A rule costs more than the API server allows',
    why: 'The API server estimates what a rule costs at worst, which for lists and texts without bounds is a lot, and refuses what is too dear.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:XValidation:rule="self.all(a, self.all(b, a == b))"
hosts: string[];`,
      right: `// +kubebuilder:validation:XValidation:rule="self.all(a, self.all(b, a == b))"
// +kubebuilder:validation:MaxItems=10
// +kubebuilder:validation:items:MaxLength=63
hosts: string[];`,
    },
  },
  VMGEN6004: {
    name: 'default-refused',
    title: 'The API server would refuse a default',
    why: 'A default is a value like any other: it has to be valid itself.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:default=five
size?: Int32;`,
      right: `// +kubebuilder:default=5
size?: Int32;`,
    },
  },
  VMGEN6005: {
    name: 'name-refused',
    title: 'The API server would refuse a name',
    why: 'Groups, versions, plurals and short names stand in URLs and are DNS labels.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:resource:path=My_Machines',
      right: '// +kubebuilder:resource:path=mymachines',
    },
  },
  VMGEN6006: {
    name: 'path-refused',
    title: 'The API server would refuse a column or path',
    why: 'Columns, selectable fields and the scale subresource name their fields by paths of a certain form.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:printcolumn:name=Color,type=text,JSONPath=`.spec.color`',
      right: '// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=`.spec.color`',
    },
  },
  VMGEN6007: {
    name: 'list-refused',
    title: 'The API server would refuse a list or map',
    why: 'Server-side apply tells the items of a listType=map apart by fields that every item has.',
    example: {
      place: 'field',
      wrong: `// +listType=map
// +listMapKey=name
ports: { name?: string }[];`,
      right: `// +listType=map
// +listMapKey=name
ports: { name: string }[];`,
    },
  },
  VMGEN6101: {
    name: 'descriptions-dropped',
    title: 'A CRD is too large with all its descriptions',
    why: 'kubectl apply keeps what it applied in an annotation, which holds 256 KiB. Descriptions are left out of the CRD, the deepest first, until it fits.',
    example: {
      place: 'shell',
      wrong: '300 KiB of documentation in one kind',
      right:
        'shorter documentation, or --max-desc-len=200, or --no-trim-descriptions and kubectl apply --server-side',
    },
  },
  VMGEN6102: {
    name: 'crd-too-large',
    title: 'A CRD is too large',
    why: 'kubectl apply keeps what it applied in an annotation, which holds 256 KiB. The CRD does not fit even without descriptions.',
    example: {
      place: 'shell',
      wrong: 'kubectl apply -f generated/crds/',
      right: 'kubectl apply --server-side -f generated/crds/',
    },
  },
  VMGEN6103: {
    name: 'crd-beyond-etcd',
    title: 'A CRD is larger than etcd stores',
    why: 'An API server keeps a CRD as one object in etcd, which takes requests of 1.5 MiB at most, however it is applied. A type that is used in many places stands in the CRD as many times.',
    example: {
      place: 'shell',
      wrong: 'sixteen interfaces, each with two fields of the next one: 65,536 leaves',
      right: 'kinds of their own for the parts, or RawExtension for what need not be checked',
    },
  },
} as const satisfies DiagnosticDefinitions;
