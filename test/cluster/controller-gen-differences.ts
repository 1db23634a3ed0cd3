import type { Difference } from './controller-gen-manifests.js';

/** A difference that is meant, and why. */
interface WantedDifference extends Difference {
  readonly reason: string;
}

const TIGHTEST =
  'bounds of a field and of its type fold to the tightest: the cost of CEL rules does not see allOf';
const NULL_AND_ENUM =
  'a real API server never accepts null beside an enum: the values become a rule, which it does accept';
const SERVER_ORDER = 'versions are in the order of the API server, which prefers v1 to v1beta1';
const ENGLISH = 'plurals are English';
const BLANK_BEFORE = 'a blank before the first value of a list does not swallow that value';

/** The path of a field of the spec of the version v1. */
const inSpec = (field: string): string =>
  `spec.versions[v1].schema.openAPIV3Schema.properties.spec.properties.${field}`;

function wanted(
  reason: string,
  object: string,
  path: string,
  controllerGen: unknown,
  vmgen: unknown,
): WantedDifference {
  return { reason, object: `CustomResourceDefinition ${object}`, path, controllerGen, vmgen };
}

function tighter(path: string, allOf: readonly object[] | undefined, bound?: number): Difference {
  return wanted(TIGHTEST, 'bounds.twins.dev Bounded', inSpec(path), allOf, bound);
}

/** All that may differ between controller-gen and vmgen on the twins; one that is not met fails. */
export const WANTED_DIFFERENCES: readonly Difference[] = [
  tighter('list.allOf', [
    { maxItems: 8, minItems: 1 },
    { maxItems: 3, minItems: 2 },
  ]),
  tighter('list.maxItems', undefined, 3),
  tighter('list.minItems', undefined, 2),
  tighter('name.allOf', [{ maxLength: 63 }, { maxLength: 10 }]),
  tighter('name.maxLength', undefined, 10),
  tighter('port.allOf', [
    { maximum: 65_535, minimum: 1 },
    { maximum: 70_000, minimum: 1024 },
  ]),
  tighter('port.maximum', undefined, 65_535),
  tighter('port.minimum', undefined, 1024),
  tighter('same.allOf', [{ minimum: 1 }, { minimum: 1 }]),
  tighter('same.minimum', undefined, 1),

  wanted(BLANK_BEFORE, 'grammar.twins.dev Grammar', inSpec('spaced.enum[0]'), '', 'a'),

  wanted(
    NULL_AND_ENUM,
    'nullables.twins.dev Nullable',
    inSpec('mode.enum'),
    ['fast', 'slow'],
    undefined,
  ),
  wanted(
    NULL_AND_ENUM,
    'nullables.twins.dev Nullable',
    inSpec('mode.x-kubernetes-validations'),
    undefined,
    [{ rule: "self in ['fast', 'slow']" }],
  ),

  wanted(
    ENGLISH,
    'plurals.twins.dev Atlas',
    'metadata.name',
    'atlas.plurals.twins.dev',
    'atlases.plurals.twins.dev',
  ),
  wanted(ENGLISH, 'plurals.twins.dev Atlas', 'spec.names.plural', 'atlas', 'atlases'),

  wanted(
    SERVER_ORDER,
    'versions.twins.dev Versioned',
    'spec.versions',
    ['v1', 'v1alpha1', 'v1beta1'],
    ['v1', 'v1beta1', 'v1alpha1'],
  ),
];
