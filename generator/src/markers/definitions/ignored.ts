import type { MarkerDefinition } from '../language/definition.js';

interface IgnoredMarker {
  readonly names: readonly string[];
  readonly help: string;
  /** Why the marker can be omitted. */
  readonly reason: string;
  /** Longer names with this prefix are ignored too. */
  readonly isFamily?: boolean;
}

const CONSTANTS = 'a TypeScript enum or union already lists the allowed values';

/** Markers of the Go types of Kubernetes itself that neither a CRD nor a client can represent. */
const IGNORED: readonly IgnoredMarker[] = [
  { names: ['enum'], help: 'The constants of the type are its values.', reason: CONSTANTS },
  {
    names: ['featureGate'],
    help: 'The field depends on a feature gate.',
    reason: 'CRDs have no feature gates',
  },
  {
    names: ['patchStrategy', 'patchMergeKey'],
    help: 'How a strategic merge patch merges a list.',
    reason:
      'custom resources do not support strategic merge patches; use +listType and +listMapKey for apply',
  },
  {
    names: ['union', 'unionDiscriminator', 'unionMember', 'unionDeprecated', 'oneOf'],
    help: 'Part of a union, for Go documentation.',
    reason: 'it only documents the type',
  },
  {
    names: ['k8s:validation-gen', 'k8s:supportsSubresource'],
    help: 'Generates Go validation code.',
    reason: 'the CRD contains the validation',
    isFamily: true,
  },
  {
    names: ['k8s:conversion-gen', 'k8s:conversion-fn'],
    help: 'Generates Go code that converts between versions.',
    reason: 'vmgen generates conversions from +vmgen:conversion and +vmgen:renamedFrom',
    isFamily: true,
  },
  {
    names: ['k8s:defaulter-gen'],
    help: 'Generates Go code that sets defaults.',
    reason: 'the API server applies the defaults of the CRD',
    isFamily: true,
  },
  {
    names: ['k8s:openapi-gen', 'k8s:openapi-model-package'],
    help: 'Generates Go code that describes types.',
    reason: 'the CRD describes the types',
    isFamily: true,
  },
  {
    names: ['k8s:prerelease-lifecycle-gen'],
    help: 'Generates Go code that states when versions are removed.',
    reason: 'a CRD does not state when versions are removed',
    isFamily: true,
  },
  {
    names: ['k8s:protobuf-gen', 'protobuf'],
    help: 'Generates protobuf messages.',
    reason: 'custom resources are encoded as JSON',
    isFamily: true,
  },
  {
    names: ['k8s:register-gen'],
    help: 'Generates Go code that registers types.',
    reason: 'register.ts is generated for every package',
    isFamily: true,
  },
  {
    names: ['k8s:deepcopy-gen:nonpointer-interfaces'],
    help: 'How deep copies are returned in Go.',
    reason: 'TypeScript has no pointers',
  },
];

export const ignoredMarkers: readonly MarkerDefinition[] = IGNORED.flatMap(
  ({ names, help, reason, isFamily = false }) =>
    names.map((name) => ({
      name,
      topic: 'Ignored' as const,
      places: ['package', 'kind', 'type', 'field'] as const,
      help,
      example: `// +${name}`,
      ignored: { reason, isFamily },
    })),
);

/** The ignored marker of a name, if there is one. */
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
