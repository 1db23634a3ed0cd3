import type { MarkerDefinition } from '../language/definition.js';

/** Without a remedy, the marker is ignored; with one, it is an error. */
type Unsupported = Pick<MarkerDefinition, 'help'> &
  NonNullable<MarkerDefinition['unsupported']> & {
    /** Separated by spaces. */
    readonly names: string;
  };

const CONSTANTS = 'a TypeScript enum or union already lists the allowed values';
const GATES = 'CRDs have no feature gates';
const MODE = {
  reason: 'the schema of a CRD is the same in all modes',
  remedy: `write +kubebuilder:validation:XValidation:rule="self.mode != 'A' || has(self.field)" on the type`,
};
const ONLY_INNER = 'use only the marker after =';

/** Markers of Go tools that neither a CRD nor TypeScript can represent. */
const UNSUPPORTED: readonly Unsupported[] = [
  { names: 'enum', help: 'The constants of the type are its values.', reason: CONSTANTS },
  { names: 'featureGate', help: 'The field depends on a feature gate.', reason: GATES },
  {
    names: 'patchStrategy patchMergeKey',
    help: 'How a strategic merge patch merges a list.',
    reason:
      'custom resources do not support strategic merge patches; use +listType and +listMapKey for apply',
  },
  {
    names: 'union unionDiscriminator unionMember unionDeprecated oneOf',
    help: 'Part of a union, for Go documentation.',
    reason: 'it only documents the type',
  },
  {
    names: 'k8s:validation-gen k8s:supportsSubresource',
    help: 'Generates Go validation code.',
    reason: 'the CRD contains the validation',
    isFamily: true,
  },
  {
    names: 'k8s:conversion-gen k8s:conversion-fn',
    help: 'Generates Go code that converts between versions.',
    reason: 'vmgen generates conversions from +vmgen:conversion and +vmgen:renamedFrom',
    isFamily: true,
  },
  {
    names: 'k8s:defaulter-gen',
    help: 'Generates Go code that sets defaults.',
    reason: 'the API server applies the defaults of the CRD',
    isFamily: true,
  },
  {
    names: 'k8s:openapi-gen k8s:openapi-model-package',
    help: 'Generates Go code that describes types.',
    reason: 'the CRD describes the types',
    isFamily: true,
  },
  {
    names: 'k8s:prerelease-lifecycle-gen',
    help: 'Generates Go code that states when versions are removed.',
    reason: 'a CRD does not state when versions are removed',
    isFamily: true,
  },
  {
    names: 'k8s:protobuf-gen protobuf',
    help: 'Generates protobuf messages.',
    reason: 'custom resources are encoded as JSON',
    isFamily: true,
  },
  {
    names: 'k8s:register-gen',
    help: 'Generates Go code that registers types.',
    reason: 'register.ts is generated for every package',
    isFamily: true,
  },
  {
    names: 'k8s:deepcopy-gen:nonpointer-interfaces',
    help: 'How deep copies are returned in Go.',
    reason: 'TypeScript has no pointers',
  },
  {
    names: 'k8s:alpha k8s:beta',
    help: 'A validation in alpha or beta.',
    reason: 'a CRD has no handwritten validation to compare the declarative one with',
    remedy: ONLY_INNER,
  },
  {
    names: 'k8s:customUnique',
    help: 'Handwritten code checks the uniqueness.',
    reason:
      'the API server enforces unique items of list types map and set itself, and does not run custom code',
    remedy: 'use +listType=atomic, and a rule with +kubebuilder:validation:XValidation',
  },
  {
    names: 'k8s:customValidation',
    help: 'Calls a Go function.',
    reason: 'the API server does not run custom code for custom resources',
    remedy:
      'write +kubebuilder:validation:XValidation, or serve a webhook with +kubebuilder:webhook',
  },
  {
    names: 'k8s:enumExclude',
    help: 'Excludes a constant from an enum.',
    reason: CONSTANTS,
    remedy: 'remove the value from the type',
  },
  {
    names: 'k8s:ifDisabled',
    help: 'A validation that applies if a feature is disabled.',
    reason: GATES,
    remedy: `${ONLY_INNER}, or remove it`,
  },
  {
    names: 'k8s:ifEnabled',
    help: 'A validation that applies if a feature is enabled.',
    reason: GATES,
    remedy: `${ONLY_INNER}, or remove it`,
  },
  {
    names: 'k8s:ifMode',
    help: 'A validation that applies to one value of a mode.',
    ...MODE,
  },
  { names: 'k8s:modeDiscriminator', help: 'The field that k8s:ifMode refers to.', ...MODE },
  {
    names: 'k8s:opaqueType',
    help: "Ignores the validations of the field's type.",
    reason: 'the schema of a CRD contains every type completely',
    remedy: 'give the field its own type, or use +kubebuilder:validation:Schemaless',
  },
  {
    names: 'kubebuilder:ac:output:package',
    help: 'The output path of apply configurations.',
    reason: 'none are generated: apply takes a type that @vmgen/runtime derives from the kind',
    remedy: 'remove it',
  },
];

export const unsupportedMarkers: readonly MarkerDefinition[] = UNSUPPORTED.flatMap(
  ({ names, help, ...unsupported }) =>
    names.split(' ').map((name) => ({
      name,
      topic: unsupported.remedy === undefined ? ('Ignored' as const) : ('Refused' as const),
      places: ['package', 'kind', 'type', 'field'] as const,
      help,
      example: `// +${name}`,
      unsupported,
    })),
);

/** The unsupported marker whose family contains a name. */
export const familyOf = (name: string): MarkerDefinition | undefined =>
  unsupportedMarkers.find(
    ({ name: prefix, unsupported }) =>
      unsupported?.isFamily === true &&
      name.startsWith(prefix) &&
      /^[:.-]/.test(name.slice(prefix.length)),
  );
