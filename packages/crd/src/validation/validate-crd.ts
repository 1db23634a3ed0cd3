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
import { asJson } from '../field/field-errors.js';
import { FieldReport } from '../field/field-report.js';
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
  const at = new FieldReport('');
  validateName(crd, at);
  validateSpec(spec, at.at('spec'), { unchanged: new Set(), patterns });
  validateStatus(crd, at.at('status'));
  validateApproval(crd, at);
  validatePreserveUnknownFields(crd, at);
  return at.errors;
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
  const at = new FieldReport('');
  const unchanged = unchangedSchemas(crd, before.crd);
  validateSpec(spec, at.at('spec'), { unchanged, patterns });
  validateImmutable(spec, before.spec, isEstablished(old), at.at('spec'));
  validateStatus(crd, at.at('status'));
  // An existing violation is ignored.
  if (approvalOf(crd) !== approvalOf(before.crd)) validateApproval(crd, at);
  if (old.spec.preserveUnknownFields !== true) validatePreserveUnknownFields(crd, at);
  return at.errors;
}

function validateName({ metadata, spec }: CustomResourceDefinition, at: FieldReport): void {
  const name = metadata.name ?? '';
  if (name === '' || name === `${spec.names.plural}.${spec.group}`) return;
  at.at('metadata', 'name').invalid('must be spec.names.plural+"."+spec.group', name);
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

function validateSpec(spec: InternalSpec, at: FieldReport, context: VersionsContext): void {
  validateGroup(spec.group, at.at('group'));
  validateScope(spec.scope, at.at('scope'));
  validateVersions(spec, at, context);
  // The internal form repeats the name of the first version. Upstream reports its errors twice too.
  const name = spec.versions[0]?.name ?? '';
  if (name !== '') validateLabel(name, at.at('version'));
  requireNames(spec.names, at.at('names'));
  validateNames(spec.names, at.at('names'));
  validateCommon(spec, at, context);
  if (spec.conversion === undefined) return;
  const preservesUnknown = spec.preserveUnknownFields === true;
  validateConversion(spec.conversion, at.at('conversion'), { preservesUnknown });
}

function validateScope(scope: string | undefined, at: FieldReport): void {
  const supported = ['Cluster', 'Namespaced'];
  if (!scope) at.required();
  else if (!supported.includes(scope)) at.notSupported(supported, scope);
}

function validateStatus({ spec, status }: CustomResourceDefinition, at: FieldReport): void {
  validateNames(status?.acceptedNames ?? {}, at.at('acceptedNames'));
  validateStoredVersions(status?.storedVersions ?? [], spec.versions, at.at('storedVersions'));
}

function validatePreserveUnknownFields({ spec }: CustomResourceDefinition, at: FieldReport): void {
  if (spec.preserveUnknownFields !== true) return;
  const text =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  at.at('spec', 'preserveUnknownFields').invalid(text, true);
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
  at: FieldReport,
): void {
  const storage = [
    ['scope', next.scope, old.scope],
    ['names.kind', next.names.kind, old.names.kind],
  ] as const;
  const identity = [
    ['group', next.group, old.group],
    ['names.plural', next.names.plural, old.names.plural],
  ] as const;
  for (const [path, value, before] of [...(established ? storage : []), ...identity]) {
    if (value !== before) at.at(path).invalid('field is immutable', value);
  }
}

/**
 * Validates the versions in which objects may be stored: all must be in the spec, and the storage
 * version must be among them.
 */
function validateStoredVersions(
  stored: readonly string[],
  versions: readonly CustomResourceDefinitionVersion[],
  at: FieldReport,
): void {
  const printed = asJson(stored.length === 0 ? null : [...stored]);
  if (stored.length === 0) {
    at.invalid('must have at least one stored version', printed);
    return;
  }
  // Each name with its last position.
  const missing = new Map(stored.map((name, i) => [name, i]));
  for (const { name, storage } of versions) {
    // As upstream: the second occurrence of a name finds its entry already removed.
    if (!missing.delete(name) && storage) {
      at.invalid(`must have the storage version ${name}`, printed);
    }
  }
  for (const [name, place] of missing) {
    const text = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    at.item(place).invalid(text, name);
  }
}

const ANNOTATION = 'api-approved.kubernetes.io';
const ENHANCEMENT = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Requires the annotation with an approval for groups of the Kubernetes community. */
function validateApproval(crd: CustomResourceDefinition, at: FieldReport): void {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(crd.spec.group)) return;
  const need = `protected groups must have approval annotation "${ANNOTATION}"`;
  const annotationAt = at.at('metadata', 'annotations').key(ANNOTATION);
  const approval = approvalOf(crd);
  if (approval === 'missing') annotationAt.required(`${need}, ${ENHANCEMENT}`);
  else if (approval === 'invalid') {
    const text = `${need} with either a URL or a reason starting with "unapproved", ${ENHANCEMENT}`;
    annotationAt.invalid(text, annotationOf(crd));
  }
}

const annotationOf = (crd: CustomResourceDefinition): string =>
  crd.metadata.annotations?.[ANNOTATION] ?? '';

function approvalOf(
  crd: CustomResourceDefinition,
): 'missing' | 'bypassed' | 'approved' | 'invalid' {
  const text = annotationOf(crd);
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?\s]+/.test(text) ? 'approved' : 'invalid';
}
