import type { MarkerDefinition } from '../language/definition.js';

interface IgnoredMarker {
  readonly names: readonly string[];
  readonly help: string;
  /** Why nothing is lost without it. */
  readonly reason: string;
  /** Longer names that begin so mean as little. */
  readonly isFamily?: boolean;
}

const CONSTANTS = 'a TypeScript enum or union lists exactly the allowed values';

/** Markers that come with Kubernetes' own Go types, and say nothing that a CRD or a client could hold. */
const IGNORED: readonly IgnoredMarker[] = [
  { names: ['enum'], help: 'The constants of the type are its values.', reason: CONSTANTS },
  {
    names: ['featureGate'],
    help: 'The field belongs to a feature.',
    reason: 'a CRD knows no features that are switched on and off',
  },
  {
    names: ['patchStrategy', 'patchMergeKey'],
    help: 'How a strategic merge patch treats a list.',
    reason:
      'custom resources take no strategic merge patch; +listType and +listMapKey speak of apply',
  },
  {
    names: ['union', 'unionDiscriminator', 'unionMember', 'unionDeprecated', 'oneOf'],
    help: 'Part of a union, for the documentation of Go.',
    reason: 'it was never more than a note',
  },
  {
    names: ['k8s:validation-gen', 'k8s:supportsSubresource'],
    help: 'Makes Go code that validates.',
    reason: 'the CRD carries the validation',
    isFamily: true,
  },
  {
    names: ['k8s:conversion-gen', 'k8s:conversion-fn'],
    help: 'Makes Go code that converts versions.',
    reason: 'vmgen makes no conversions',
    isFamily: true,
  },
  {
    names: ['k8s:defaulter-gen'],
    help: 'Makes Go code that fills in defaults.',
    reason: 'the API server fills in the defaults of the CRD',
    isFamily: true,
  },
  {
    names: ['k8s:openapi-gen', 'k8s:openapi-model-package'],
    help: 'Makes Go code that describes types.',
    reason: 'the CRD describes the types',
    isFamily: true,
  },
  {
    names: ['k8s:prerelease-lifecycle-gen'],
    help: 'Makes Go code that tells when versions end.',
    reason: 'a CRD does not say when versions end',
    isFamily: true,
  },
  {
    names: ['k8s:protobuf-gen', 'protobuf'],
    help: 'Makes protobuf messages.',
    reason: 'custom resources travel as JSON',
    isFamily: true,
  },
  {
    names: ['k8s:register-gen'],
    help: 'Makes Go code that registers types.',
    reason: 'register.ts is made for every package',
    isFamily: true,
  },
  {
    names: ['k8s:deepcopy-gen:nonpointer-interfaces'],
    help: 'How deep copies are handed out in Go.',
    reason: 'TypeScript has no pointers',
  },
];

export const ignoredMarkers: readonly MarkerDefinition[] = IGNORED.flatMap(
  ({ names, help, reason, isFamily = false }) =>
    names.map((name) => ({
      name,
      topic: 'Passed over' as const,
      places: ['package', 'kind', 'type', 'field'] as const,
      help,
      example: `// +${name}`,
      ignored: { reason, isFamily },
    })),
);

/** The marker that a name is one of, where it says nothing here. */
export function ignoredMarkerOf(
  name: string,
  known: MarkerDefinition | undefined,
): MarkerDefinition | undefined {
  if (known) return known.ignored && known;
  return ignoredMarkers.find(
    (definition) =>
      definition.ignored?.isFamily === true &&
      name.startsWith(definition.name) &&
      /^[:.-]/.test(name.slice(definition.name.length)),
  );
}
