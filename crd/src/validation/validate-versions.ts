import type { FieldError } from '../field/field-error.js';
import { invalid, required, duplicate, tooMany } from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';
import { hasDefault, someSchema, type JSONSchemaProps } from '@vmgen/base/schema';
import { byteLength, type PatternValidator } from '@vmgen/base/text';
import { appendAll } from '@vmgen/base/json';
import { printVersions } from './go-struct-json.js';
import type { InternalSpec, InternalVersion, PerVersion } from './internal-crd.js';
import { validateColumns, validateSimpleJsonPath } from './validate-columns.js';
import { validateLabel } from './validate-names.js';
import { validateSchema, type SchemaContext } from './validate-schema.js';
import { fieldFinder } from '../field/schema-field-path.js';
import type { CustomResourceSubresources } from '../definition/custom-resource-definition.js';

/** The context of the versions' validation. */
export interface VersionsContext {
  /** The versions whose schema an update does not change. */
  readonly unchanged: ReadonlySet<string>;
  readonly patterns: PatternValidator;
}

/** Validates the versions and the parts that belong to each of them. */
export function validateVersions(
  spec: InternalSpec,
  path: string,
  { unchanged, patterns }: VersionsContext,
): FieldError[] {
  const { versions, common } = spec;
  const at = child(path, 'versions');
  const errors: FieldError[] = [];
  if (common.schema?.openAPIV3Schema === undefined) {
    versions.forEach((version, i) => {
      if (version.schema?.openAPIV3Schema !== undefined) return;
      errors.push(required(child(index(at, i), 'schema', 'openAPIV3Schema')));
    });
  }
  if (spec.preserveUnknownFields === true && hasDefaults(spec)) {
    const text = 'must be false in order to use defaults in the schema';
    errors.push(invalid(child(path, 'preserveUnknownFields'), true, text));
  }
  const hasOwn = versions.some((it) => it.subresources !== undefined);
  versions.forEach((version, i) => {
    const versionPath = index(at, i);
    const subresources = (hasOwn ? version : common).subresources;
    const context = {
      hasStatus: subresources?.status !== undefined,
      isUnchanged: unchanged.has(version.name),
      patterns,
    };
    appendAll(errors, validateLabel(version.name, child(versionPath, 'name')));
    appendAll(errors, validateDeprecation(version, child(versionPath, 'deprecationWarning')));
    appendAll(errors, validatePerVersion(version, 'schema', context, versionPath));
  });
  const refuse = (text: string): void =>
    void errors.push(invalid(at, printVersions(versions), text));
  if (new Set(versions.map((version) => version.name)).size < versions.length) {
    refuse('must contain unique version names');
  }
  if (versions.filter((version) => version.storage).length !== 1) {
    refuse('must have exactly one version marked as storage version');
  }
  return errors;
}

const hasDefaults = ({ common, versions }: InternalSpec): boolean =>
  [common, ...versions].some(({ schema }) => someSchema(schema?.openAPIV3Schema, hasDefault));

/** Validates the parts that are equal in all versions. */
export function validateCommon(
  spec: InternalSpec,
  path: string,
  { unchanged, patterns }: VersionsContext,
): FieldError[] {
  const hasStatus = [spec.common, ...spec.versions].some(
    (it) => it.subresources?.status !== undefined,
  );
  const isUnchanged = unchanged.has(spec.versions[0]?.name ?? '');
  return validatePerVersion(spec.common, 'validation', { hasStatus, isUnchanged, patterns }, path);
}

function validatePerVersion(
  part: PerVersion,
  schemaName: 'schema' | 'validation',
  context: SchemaContext,
  path: string,
): FieldError[] {
  const selectablePath = child(path, 'selectableFields');
  const schema = part.schema?.openAPIV3Schema;
  return [
    ...validateSchema(part.schema, context, child(path, schemaName)),
    ...validateSubresources(part.subresources, child(path, 'subresources')),
    ...validateColumns(part.additionalPrinterColumns, child(path, 'additionalPrinterColumns')),
    ...(part.selectableFields === undefined
      ? []
      : schema === undefined
        ? [invalid(selectablePath, '', noSchemaText[schemaName])]
        : validateSelectableFields(part.selectableFields, schema, selectablePath)),
  ];
}

const noSchemaText = {
  schema: 'may only be set when `version.schema.openAPIV3Schema` is not included',
  validation: 'may only be set when validations.schema is included',
} as const;

// Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space.
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

function validateDeprecation(version: InternalVersion, path: string): FieldError[] {
  const warning = version.deprecationWarning;
  if (warning === undefined) return [];
  const problems: string[] = [];
  if (version.deprecated !== true) {
    problems.push('can only be set for deprecated versions');
  } else {
    if (byteLength(warning) > 256) problems.push('must be <= 256 characters long');
    if (warning === '') problems.push('must not be an empty string');
    const at = warning.search(UNPRINTABLE);
    if (at !== -1) {
      const position = byteLength(warning.slice(0, at));
      problems.push(
        `must only contain printable UTF-8 characters; non-printable character found at index ${position}`,
      );
    }
  }
  return problems.map((problem) => invalid(path, warning, problem));
}

const MAX_SELECTABLE_FIELDS = 8;
const SELECTABLE_TYPES: readonly (string | undefined)[] = ['string', 'boolean', 'integer'];

/**
 * Validates the fields that clients may select by: at most eight distinct scalars outside of
 * metadata.
 */
function validateSelectableFields(
  fields: readonly { jsonPath: string }[],
  schema: JSONSchemaProps,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const findField = fieldFinder(schema);
  fields.forEach(({ jsonPath }, i) => {
    const at = child(index(path, i), 'jsonPath');
    if (!jsonPath) {
      errors.push(required(at));
      return;
    }
    const found = findField(jsonPath, false);
    if (typeof found === 'string') {
      errors.push(invalid(at, jsonPath, `is an invalid path: ${found}`));
      return;
    }
    if (found.root === 'metadata') {
      errors.push(invalid(at, jsonPath, 'must not point to fields in metadata'));
    }
    if (!SELECTABLE_TYPES.includes(found.schema.type)) {
      const text =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalid(at, jsonPath, text));
    }
    if (seen.has(found.path)) errors.push(duplicate(at, jsonPath));
    seen.add(found.path);
  });
  if (seen.size > MAX_SELECTABLE_FIELDS) {
    errors.push(tooMany(path, seen.size, MAX_SELECTABLE_FIELDS));
  }
  return errors;
}

type Scale = NonNullable<CustomResourceSubresources['scale']>;

/** Validates the subresources: the paths of the scale subresource. */
function validateSubresources(
  subresources: CustomResourceSubresources | undefined,
  path: string,
): FieldError[] {
  const scale: Partial<Scale> | undefined = subresources?.scale;
  if (scale === undefined) return [];
  const replicas = (jsonPath: string, name: string, parent: string): FieldError[] => {
    const at = child(path, `scale.${name}`);
    if (jsonPath === '') return [required(at)];
    return validatePathUnder(jsonPath, at, [parent], `should be a json path under ${parent}`);
  };
  return [
    ...replicas(scale.specReplicasPath ?? '', 'specReplicasPath', '.spec'),
    ...replicas(scale.statusReplicasPath ?? '', 'statusReplicasPath', '.status'),
    ...(scale.labelSelectorPath
      ? validatePathUnder(
          scale.labelSelectorPath,
          child(path, 'scale.labelSelectorPath'),
          ['.spec', '.status'],
          'should be a json path under either .spec or .status',
        )
      : []),
  ];
}

function validatePathUnder(
  jsonPath: string,
  path: string,
  parents: readonly string[],
  text: string,
): FieldError[] {
  const errors = validateSimpleJsonPath(jsonPath, path);
  if (errors.length > 0) return errors;
  const isBelow = parents.some((parent) => jsonPath.startsWith(`${parent}.`));
  return isBelow ? [] : [invalid(path, jsonPath, text)];
}
