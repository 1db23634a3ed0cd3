import { appendAll, type JsonValue } from '@vmgen/base/json';
import type { ObjectMeta } from '@vmgen/runtime';
import type { ManagedFieldsEntry, OwnerReference } from '@vmgen/runtime/meta';
import type { FieldError } from '../field/field-error.js';
import {
  asJson,
  forbidden,
  invalid,
  required,
  tooLong,
  type Verbatim,
} from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';
import { byteLength } from '@vmgen/base/bytes';
import {
  goQuote,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isPathSegment,
  isPathSegmentPrefix,
  isQualifiedName,
  maskTrailingDash,
} from '@vmgen/base/text';

/** The constraints on the metadata of a kind. */
interface ObjectMetaRules {
  readonly namespaced: boolean;
  /** The form of names, or a function for other forms. Defaults to a DNS-1123 subdomain. */
  readonly name?: NameForm | NameRule;
  /** The path of the metadata. Defaults to `metadata`. */
  readonly path?: string;
}

/** Returns what is wrong with a name, or with the prefix of a generated name. */
export type NameRule = (name: string, isPrefix: boolean) => string[];

type NameForm = 'dns1123-subdomain' | 'dns1123-label' | 'path-segment';

const MAX_ANNOTATION_BYTES = 256 * 1024;

/**
 * Validates the metadata of a new object after its name was generated (apimachinery's
 * ValidateObjectMeta).
 */
export function validateObjectMeta(metadata: ObjectMeta, rules: ObjectMetaRules): FieldError[] {
  const path = rules.path ?? 'metadata';
  const { generation, labels, annotations, ownerReferences, finalizers, managedFields } = metadata;
  const errors = validateNames(metadata, rules.name ?? 'dns1123-subdomain', path);
  const add = (found: readonly FieldError[]): void => appendAll(errors, found);
  add(validateNamespace(metadata.namespace ?? '', rules.namespaced, child(path, 'namespace')));
  // Every create comes here, and most objects have few of these fields.
  if (generation !== undefined) add(validateGeneration(generation, child(path, 'generation')));
  if (labels !== undefined) add(validateLabels(labels, child(path, 'labels')));
  if (annotations !== undefined) {
    add(validateAnnotations(annotations, child(path, 'annotations')));
  }
  if (ownerReferences !== undefined) {
    add(validateOwnerReferences(ownerReferences, child(path, 'ownerReferences')));
  }
  if (finalizers !== undefined) add(validateFinalizers(finalizers, child(path, 'finalizers')));
  if (managedFields !== undefined) {
    add(validateManagedFields(managedFields, child(path, 'managedFields')));
  }
  return errors;
}

/**
 * Validates changed metadata (ValidateObjectMetaUpdate): immutable fields, and what is checked on
 * every write.
 */
export function validateObjectMetaUpdate(
  next: ObjectMeta,
  old: ObjectMeta,
  path = 'metadata',
): FieldError[] {
  return [
    ...validateNoNewFinalizers(next, old, child(path, 'finalizers')),
    ...validateVersionGiven(next.resourceVersion ?? '', child(path, 'resourceVersion')),
    ...validateGeneration(next.generation ?? 0, child(path, 'generation')),
    ...validateGenerationGrows(next, old, child(path, 'generation')),
    ...IMMUTABLE_FIELDS.flatMap(({ name, empty }) =>
      validateImmutable(next[name] ?? empty, old[name] ?? empty, child(path, name)),
    ),
    ...validateLabels(next.labels ?? {}, child(path, 'labels')),
    ...validateAnnotations(next.annotations ?? {}, child(path, 'annotations')),
    ...validateOwnerReferences(next.ownerReferences ?? [], child(path, 'ownerReferences')),
    ...validateManagedFields(next.managedFields ?? [], child(path, 'managedFields')),
  ];
}

const IMMUTABLE_FIELDS = [
  { name: 'name', empty: '' },
  { name: 'namespace', empty: '' },
  { name: 'uid', empty: '' },
  { name: 'creationTimestamp', empty: null },
  { name: 'deletionTimestamp', empty: null },
  { name: 'deletionGracePeriodSeconds', empty: null },
] as const;

function validateImmutable(next: JsonValue, old: JsonValue, path: string): FieldError[] {
  return next === old ? [] : [invalid(path, next, 'field is immutable')];
}

function nameProblems(name: string, form: NameForm | NameRule, isPrefix: boolean): string[] {
  if (typeof form === 'function') return form(name, isPrefix);
  if (form === 'path-segment') return isPrefix ? isPathSegmentPrefix(name) : isPathSegment(name);
  const rule = form === 'dns1123-label' ? isDns1123Label : isDns1123Subdomain;
  return rule(isPrefix ? maskTrailingDash(name) : name);
}

/** Validates the prefix of generated names, which the API also does where an object changes. */
export function validateGenerateName(
  metadata: ObjectMeta,
  form: NameForm | NameRule,
  path = 'metadata',
): FieldError[] {
  const prefix = metadata.generateName ?? '';
  if (prefix === '') return [];
  const problems = nameProblems(prefix, form, true);
  return problems.map((problem) => invalid(child(path, 'generateName'), prefix, problem));
}

/** Validates the name and the prefix of generated names. */
export function validateNames(
  metadata: ObjectMeta,
  form: NameForm | NameRule,
  path = 'metadata',
): FieldError[] {
  const errors = validateGenerateName(metadata, form, path);
  const name = metadata.name ?? '';
  if (name === '') {
    errors.push(required(child(path, 'name'), 'name or generateName is required'));
  } else {
    for (const problem of nameProblems(name, form, false)) {
      errors.push(invalid(child(path, 'name'), name, problem));
    }
  }
  return errors;
}

function validateNamespace(namespace: string, namespaced: boolean, path: string): FieldError[] {
  if (!namespaced) return namespace === '' ? [] : [forbidden(path, 'not allowed on this type')];
  if (namespace === '') return [required(path)];
  return isDns1123Label(namespace).map((problem) => invalid(path, namespace, problem));
}

function validateGeneration(generation: number, path: string): FieldError[] {
  if (generation >= 0) return [];
  return [invalid(path, generation, 'must be greater than or equal to 0')];
}

/** Validates labels (apimachinery's ValidateLabels). */
export function validateLabels(
  labels: Readonly<Record<string, string>>,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(labels)) {
    for (const problem of isQualifiedName(name)) errors.push(invalid(path, name, problem));
    for (const problem of isLabelValue(value)) errors.push(invalid(path, value, problem));
  }
  return errors;
}

/** Validates annotations (apimachinery's ValidateAnnotations). */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>>,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(annotations)) {
    bytes += byteLength(name) + byteLength(value);
    for (const problem of isQualifiedName(name.toLowerCase())) {
      errors.push(invalid(path, name, problem));
    }
  }
  if (bytes > MAX_ANNOTATION_BYTES) errors.push(tooLong(path, MAX_ANNOTATION_BYTES));
  return errors;
}

function validateOwnerReferences(
  references: readonly OwnerReference[],
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  let controller: string | undefined;
  let printed: Verbatim | undefined;
  for (const [i, reference] of references.entries()) {
    appendAll(errors, validateOwnerReference(reference, index(path, i)));
    if (reference.controller !== true) continue;
    const found = `${reference.kind}/${reference.name}`;
    if (controller === undefined) {
      controller = found;
    } else {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${found}`;
      printed ??= { verbatim: JSON.stringify(references.map(asGoStruct)) };
      errors.push(invalid(path, printed, detail));
    }
  }
  return errors;
}

function validateOwnerReference(reference: Partial<OwnerReference>, path: string): FieldError[] {
  const { apiVersion = '', kind = '', name = '', uid = '' } = reference;
  const errors: FieldError[] = [];
  const named = { apiVersion, kind, name, uid };
  for (const [field, value] of Object.entries(named)) {
    if (value === '') errors.push(required(child(path, field), 'must not be empty'));
  }
  const version = apiVersion.split('/').at(-1);
  if (apiVersion !== '' && (version === '' || apiVersion.split('/').length > 2)) {
    const detail = 'must be <group>/<version> or <version>';
    errors.unshift(invalid(child(path, 'apiVersion'), apiVersion, detail));
  }
  if (apiVersion === 'v1' && kind === 'Event') {
    const value = { verbatim: JSON.stringify(asGoStruct(reference)) };
    errors.push(invalid(path, value, '/v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}

/** The fields of the reference in the order in which Go prints them. */
function asGoStruct(reference: Partial<OwnerReference>): object {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  return { apiVersion, kind, name, uid, controller, blockOwnerDeletion };
}

/** Validates the names of finalizers. */
export function validateFinalizers(
  finalizers: readonly string[],
  path = 'metadata.finalizers',
): FieldError[] {
  const errors = finalizers.flatMap((finalizer) =>
    isQualifiedName(finalizer).map((problem) => invalid(path, finalizer, problem)),
  );
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const detail = 'finalizer orphan and foregroundDeletion cannot be both set';
    errors.push(invalid(path, asJson([...finalizers]), detail));
  }
  return errors;
}

function validateNoNewFinalizers(next: ObjectMeta, old: ObjectMeta, path: string): FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const known = new Set(old.finalizers);
  const added = [...new Set(next.finalizers)].filter((finalizer) => !known.has(finalizer)).sort();
  if (added.length === 0) return [];
  const list = `[]string{${added.map(goQuote).join(', ')}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
  return [forbidden(path, detail)];
}

function validateVersionGiven(resourceVersion: string, path: string): FieldError[] {
  return resourceVersion === '' ? [invalid(path, '', 'must be specified for an update')] : [];
}

function validateGenerationGrows(next: ObjectMeta, old: ObjectMeta, path: string): FieldError[] {
  const generation = next.generation ?? 0;
  if (generation >= (old.generation ?? 0)) return [];
  return [invalid(path, generation, 'must not be decremented')];
}

const MAX_MANAGER_BYTES = 128;
const MAX_SUBRESOURCE_BYTES = 256;
/** Each error quotes the whole name. */
const MAX_CHARACTER_ERRORS = 100;

function validateManagedFields(entries: readonly ManagedFieldsEntry[], path: string): FieldError[] {
  return entries.flatMap((entry, i) => validateManagedFieldsEntry(entry, index(path, i)));
}

function validateManagedFieldsEntry(entry: ManagedFieldsEntry, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const operation: string = entry.operation ?? '';
  if (operation !== 'Apply' && operation !== 'Update') {
    errors.push(invalid(child(path, 'operation'), operation, 'must be `Apply` or `Update`'));
  }
  const fieldsType: string = entry.fieldsType ?? '';
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    errors.push(invalid(child(path, 'fieldsType'), fieldsType, 'must be `FieldsV1`'));
  }
  appendAll(errors, validateFieldManager(entry.manager ?? '', child(path, 'manager')));
  if (byteLength(entry.subresource ?? '') > MAX_SUBRESOURCE_BYTES) {
    errors.push(tooLong(child(path, 'subresource'), MAX_SUBRESOURCE_BYTES));
  }
  return errors;
}

/** The names of most managers. All characters of ASCII between these are printable. */
const USUAL_MANAGER = /^[ -~]{0,128}$/;
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Validates the name of a field manager: at most 128 bytes of printable characters. */
export function validateFieldManager(manager: string, path: string): FieldError[] {
  if (USUAL_MANAGER.test(manager)) return [];
  const errors: FieldError[] = [];
  if (byteLength(manager) > MAX_MANAGER_BYTES) errors.push(tooLong(path, MAX_MANAGER_BYTES));
  let position = 0;
  let printed: Verbatim | undefined;
  for (const char of manager) {
    if (UNPRINTABLE.test(char) && errors.length < MAX_CHARACTER_ERRORS) {
      printed ??= { verbatim: goQuote(manager) };
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      const detail = `invalid character U+${code} (at position ${position})`;
      errors.push(invalid(path, printed, detail));
    }
    position += byteLength(char);
  }
  return errors;
}
