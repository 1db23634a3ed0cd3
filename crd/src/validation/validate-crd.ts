import { deepEqualJson } from '@vmgen/base/json';
import { PatternValidator } from '@vmgen/base/text';
import { asPlainJson } from './as-json.js';
import { toInternal, type InternalSpec } from './internal-crd.js';
import { validateConversion } from './validate-conversion.js';
import { requireNames, validateGroup, validateLabel, validateNames } from './validate-names.js';
import { validateCommon, validateVersions, type VersionsContext } from './validate-versions.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { invalid, notSupported, required, asJson } from '../field/field-errors.js';
import { child, index, key } from '../field/field-path.js';
import { validateObjectMeta, validateObjectMetaUpdate } from '../object/validate-object-meta.js';

/**
 * Validates a new CRD. Returns the errors that kube-apiserver 1.37 reports
 * (apiextensions/validation). Assumes that defaults are set. If all versions are equal, paths refer
 * to `spec.validation` instead of `spec.versions[0].schema`, as the real server's do.
 */
export function validateCustomResourceDefinition(original: CustomResourceDefinition): FieldError[] {
  return [
    ...validateObjectMeta(original.metadata, { namespaced: false }),
    ...validateDefinitionContent(original),
  ];
}

/**
 * Validates as {@link validateCustomResourceDefinition} does, except for the metadata.
 *
 * @param patterns validates patterns, with a budget if the definition comes from an untrusted
 * client
 * @throws WorkLimitError if the budget is exhausted
 */
export function validateDefinitionContent(
  original: CustomResourceDefinition,
  patterns = new PatternValidator(),
): FieldError[] {
  const { crd, spec } = toInternal(original);
  return [
    ...validateName(crd),
    ...validateSpec(spec, 'spec', { unchanged: new Set(), patterns }),
    ...validateStatus(crd),
    ...validateApproval(crd),
    ...validatePreserveUnknownFields(crd),
  ];
}

/**
 * Validates a CRD that replaces an older, valid one: as a new CRD, and that immutable fields are
 * unchanged.
 */
export function validateCustomResourceDefinitionUpdate(
  next: CustomResourceDefinition,
  old: CustomResourceDefinition,
): FieldError[] {
  return [
    ...validateObjectMetaUpdate(next.metadata, old.metadata),
    ...validateDefinitionContentUpdate(next, old),
  ];
}

/**
 * Validates as {@link validateCustomResourceDefinitionUpdate} does, except for the metadata. See
 * {@link validateDefinitionContent}.
 */
export function validateDefinitionContentUpdate(
  next: CustomResourceDefinition,
  old: CustomResourceDefinition,
  patterns = new PatternValidator(),
): FieldError[] {
  const { crd, spec } = toInternal(next);
  const before = toInternal(old);
  return [
    ...validateSpec(spec, 'spec', { unchanged: unchangedSchemas(crd, before.crd), patterns }),
    ...validateImmutable(spec, before.spec, isEstablished(old)),
    ...validateStatus(crd),
    ...validateApprovalUpdate(crd, before.crd),
    ...(old.spec.preserveUnknownFields === true ? [] : validatePreserveUnknownFields(crd)),
  ];
}

function validateName({ metadata, spec }: CustomResourceDefinition): FieldError[] {
  const name = metadata.name ?? '';
  if (name === '' || name === `${spec.names.plural}.${spec.group}`) return [];
  return [invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

/** The names of the versions whose schema did not change. */
function unchangedSchemas(
  next: CustomResourceDefinition,
  old: CustomResourceDefinition,
): ReadonlySet<string> {
  const before = new Map(old.spec.versions.map(({ name, schema }) => [name, schema]));
  const unchanged = next.spec.versions.filter(
    ({ name, schema }) =>
      before.has(name) && deepEqualJson(asPlainJson(schema), asPlainJson(before.get(name))),
  );
  return new Set(unchanged.map(({ name }) => name));
}

function validateSpec(spec: InternalSpec, path: string, context: VersionsContext): FieldError[] {
  return [
    ...validateGroup(spec.group, child(path, 'group')),
    ...validateScope(spec.scope, child(path, 'scope')),
    ...validateVersions(spec, path, context),
    ...validateFirstVersion(spec, child(path, 'version')),
    ...requireNames(spec.names, child(path, 'names')),
    ...validateNames(spec.names, child(path, 'names')),
    ...validateCommon(spec, path, context),
    ...(spec.conversion === undefined
      ? []
      : [
          ...validatePreservedConversion(spec, child(path, 'conversion', 'strategy')),
          ...validateConversion(spec.conversion, child(path, 'conversion')),
        ]),
  ];
}

function validatePreservedConversion(
  { preserveUnknownFields, conversion }: InternalSpec,
  path: string,
): FieldError[] {
  const strategy = conversion?.strategy ?? '';
  if (preserveUnknownFields !== true || strategy === 'None') return [];
  return [invalid(path, strategy, 'must be None if spec.preserveUnknownFields is true')];
}

function validateScope(scope: string | undefined, path: string): FieldError[] {
  if (!scope) return [required(path)];
  const supported = ['Cluster', 'Namespaced'];
  return supported.includes(scope) ? [] : [notSupported(path, scope, supported)];
}

/**
 * Validates the first version's name as `spec.version`, where the internal form repeats it.
 * Upstream reports its errors twice too.
 */
function validateFirstVersion(spec: InternalSpec, path: string): FieldError[] {
  const name = spec.versions[0]?.name ?? '';
  return name === '' ? [] : validateLabel(name, path);
}

function validateStatus({ spec, status }: CustomResourceDefinition): FieldError[] {
  return [
    ...validateNames(status?.acceptedNames ?? {}, 'status.acceptedNames'),
    ...validateStoredVersions(status?.storedVersions ?? [], spec.versions),
  ];
}

function validatePreserveUnknownFields({ spec }: CustomResourceDefinition): FieldError[] {
  if (spec.preserveUnknownFields !== true) return [];
  const text =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalid('spec.preserveUnknownFields', true, text)];
}

const isEstablished = ({ status }: CustomResourceDefinition): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') ??
  false;

/**
 * Validates immutable fields: the CRD's name contains group and plural, and stored objects contain
 * scope and kind.
 */
function validateImmutable(
  next: InternalSpec,
  old: InternalSpec,
  established: boolean,
): FieldError[] {
  const storage = [
    ['spec.scope', next.scope, old.scope],
    ['spec.names.kind', next.names.kind, old.names.kind],
  ] as const;
  const identity = [
    ['spec.group', next.group, old.group],
    ['spec.names.plural', next.names.plural, old.names.plural],
  ] as const;
  return [...(established ? storage : []), ...identity]
    .filter(([, value, before]) => value !== before)
    .map(([path, value]) => invalid(path, value, 'field is immutable'));
}

/**
 * Validates the versions in which objects may be stored: all must be in the spec, and the storage
 * version must be among them.
 */
function validateStoredVersions(
  stored: readonly string[],
  versions: readonly CustomResourceDefinitionVersion[],
): FieldError[] {
  const path = 'status.storedVersions';
  const printed = asJson(stored.length === 0 ? null : [...stored]);
  if (stored.length === 0) return [invalid(path, printed, 'must have at least one stored version')];
  // Each name with its last position.
  const missing = new Map(stored.map((name, i) => [name, i]));
  const errors: FieldError[] = [];
  for (const { name, storage } of versions) {
    // As upstream: the second occurrence of a name finds its entry already removed.
    if (!missing.delete(name) && storage) {
      errors.push(invalid(path, printed, `must have the storage version ${name}`));
    }
  }
  for (const [name, place] of missing) {
    const text = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    errors.push(invalid(index(path, place), name, text));
  }
  return errors;
}

const ANNOTATION = 'api-approved.kubernetes.io';
const ENHANCEMENT = 'see https://github.com/kubernetes/enhancements/pull/1111';
const path = key('metadata.annotations', ANNOTATION);

type Approval = 'missing' | 'bypassed' | 'approved' | 'invalid';

/** Requires the annotation with an approval for groups of the Kubernetes community. */
function validateApproval(crd: CustomResourceDefinition): FieldError[] {
  if (!isProtectedGroup(crd.spec.group)) return [];
  const need = `protected groups must have approval annotation "${ANNOTATION}"`;
  switch (approvalOf(crd)) {
    case 'missing':
      return [required(path, `${need}, ${ENHANCEMENT}`)];
    case 'invalid': {
      const text = `${need} with either a URL or a reason starting with "unapproved", ${ENHANCEMENT}`;
      return [invalid(path, annotationOf(crd), text)];
    }
    default:
      return [];
  }
}

/** Ignores an existing violation. */
function validateApprovalUpdate(
  next: CustomResourceDefinition,
  old: CustomResourceDefinition,
): FieldError[] {
  return approvalOf(next) === approvalOf(old) ? [] : validateApproval(next);
}

function isProtectedGroup(group: string): boolean {
  return /(^|\.)(k8s|kubernetes)\.io$/.test(group);
}

const annotationOf = (crd: CustomResourceDefinition): string =>
  crd.metadata.annotations?.[ANNOTATION] ?? '';

function approvalOf(crd: CustomResourceDefinition): Approval {
  const text = annotationOf(crd);
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?\s]+/.test(text) ? 'approved' : 'invalid';
}
