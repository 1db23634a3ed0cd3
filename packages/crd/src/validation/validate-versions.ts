import { tooMany } from '../field/field-errors.js';
import type { FieldReport } from '../field/field-report.js';
import { hasDefault, someSchema, type JSONSchemaProps } from '@vmgen/base/schema';
import { byteLength } from '@vmgen/base/bytes';
import type { PatternValidator } from '@vmgen/base/text';
import type { InternalSpec, InternalVersion, PerVersion } from './internal-crd.js';
import { validateColumn, validateSimpleJsonPath } from './validate-columns.js';
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
  at: FieldReport,
  { unchanged, patterns }: VersionsContext,
): void {
  const { versions, common } = spec;
  const versionsAt = at.at('versions');
  if (common.schema?.openAPIV3Schema === undefined) {
    versions.forEach((version, i) => {
      if (version.schema?.openAPIV3Schema !== undefined) return;
      versionsAt.item(i).at('schema', 'openAPIV3Schema').required();
    });
  }
  if (spec.preserveUnknownFields === true && hasDefaults(spec)) {
    const text = 'must be false in order to use defaults in the schema';
    at.at('preserveUnknownFields').invalid(text, true);
  }
  const hasOwn = versions.some((it) => it.subresources !== undefined);
  versions.forEach((version, i) => {
    const versionAt = versionsAt.item(i);
    const subresources = (hasOwn ? version : common).subresources;
    const context = {
      hasStatus: subresources?.status !== undefined,
      isUnchanged: unchanged.has(version.name),
      patterns,
    };
    validateLabel(version.name, versionAt.at('name'));
    validateDeprecation(version, versionAt.at('deprecationWarning'));
    validatePerVersion(version, 'schema', context, versionAt);
  });
  const names = versions.map((version) => version.name);
  if (new Set(names).size < versions.length) {
    versionsAt.invalid('must contain unique version names', names);
  }
  if (versions.filter((version) => version.storage).length !== 1) {
    const text = 'must have exactly one version marked as storage version';
    versionsAt.invalid(text, names);
  }
}

const hasDefaults = ({ common, versions }: InternalSpec): boolean =>
  [common, ...versions].some(({ schema }) => someSchema(schema?.openAPIV3Schema, hasDefault));

/** Validates the parts that are equal in all versions. */
export function validateCommon(
  spec: InternalSpec,
  at: FieldReport,
  { unchanged, patterns }: VersionsContext,
): void {
  const hasStatus = [spec.common, ...spec.versions].some(
    (it) => it.subresources?.status !== undefined,
  );
  const isUnchanged = unchanged.has(spec.versions[0]?.name ?? '');
  validatePerVersion(spec.common, 'validation', { hasStatus, isUnchanged, patterns }, at);
}

function validatePerVersion(
  part: PerVersion,
  schemaName: 'schema' | 'validation',
  context: SchemaContext,
  at: FieldReport,
): void {
  const schema = part.schema?.openAPIV3Schema;
  validateSchema(schema, context, at.at(schemaName, 'openAPIV3Schema'));
  validateSubresources(part.subresources, at.at('subresources'));
  const columnsAt = at.at('additionalPrinterColumns');
  part.additionalPrinterColumns?.forEach((column, i) => validateColumn(column, columnsAt.item(i)));
  const fieldsAt = at.at('selectableFields');
  if (part.selectableFields === undefined) return;
  if (schema === undefined) fieldsAt.invalid(noSchemaText[schemaName], '');
  else validateSelectableFields(part.selectableFields, schema, fieldsAt);
}

const noSchemaText = {
  schema: 'may only be set when `version.schema.openAPIV3Schema` is not included',
  validation: 'may only be set when validations.schema is included',
} as const;

// Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space.
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

function validateDeprecation(version: InternalVersion, at: FieldReport): void {
  const warning = version.deprecationWarning;
  if (warning === undefined) return;
  if (version.deprecated !== true) {
    at.invalid('can only be set for deprecated versions', warning);
    return;
  }
  if (byteLength(warning) > 256) at.invalid('must be <= 256 characters long', warning);
  if (warning === '') at.invalid('must not be an empty string', warning);
  const position = warning.search(UNPRINTABLE);
  if (position === -1) return;
  const byte = byteLength(warning.slice(0, position));
  const problem = `must only contain printable UTF-8 characters; non-printable character found at index ${byte}`;
  at.invalid(problem, warning);
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
  at: FieldReport,
): void {
  const seen = new Set<string>();
  const findField = fieldFinder(schema);
  fields.forEach(({ jsonPath }, i) => {
    const pathAt = at.item(i).at('jsonPath');
    if (!jsonPath) {
      pathAt.required();
      return;
    }
    const found = findField(jsonPath, false);
    if (typeof found === 'string') {
      pathAt.invalid(`is an invalid path: ${found}`, jsonPath);
      return;
    }
    if (found.root === 'metadata') {
      pathAt.invalid('must not point to fields in metadata', jsonPath);
    }
    if (!SELECTABLE_TYPES.includes(found.schema.type)) {
      const text =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      pathAt.invalid(text, jsonPath);
    }
    if (seen.has(found.path)) pathAt.duplicate(jsonPath);
    seen.add(found.path);
  });
  if (seen.size > MAX_SELECTABLE_FIELDS) {
    at.errors.push(tooMany(at.path, seen.size, MAX_SELECTABLE_FIELDS));
  }
}

type Scale = NonNullable<CustomResourceSubresources['scale']>;

/** Validates the subresources: the paths of the scale subresource. */
function validateSubresources(
  subresources: CustomResourceSubresources | undefined,
  at: FieldReport,
): void {
  const scale: Partial<Scale> | undefined = subresources?.scale;
  if (scale === undefined) return;
  for (const [name, parent] of [
    ['specReplicasPath', '.spec'],
    ['statusReplicasPath', '.status'],
  ] as const) {
    const pathAt = at.at('scale', name);
    const jsonPath = scale[name] ?? '';
    if (jsonPath === '') pathAt.required();
    else validatePathUnder(jsonPath, pathAt, [parent], `should be a json path under ${parent}`);
  }
  if (scale.labelSelectorPath) {
    const text = 'should be a json path under either .spec or .status';
    const pathAt = at.at('scale', 'labelSelectorPath');
    validatePathUnder(scale.labelSelectorPath, pathAt, ['.spec', '.status'], text);
  }
}

function validatePathUnder(
  jsonPath: string,
  at: FieldReport,
  parents: readonly string[],
  text: string,
): void {
  if (!validateSimpleJsonPath(jsonPath, at)) return;
  if (!parents.some((parent) => jsonPath.startsWith(`${parent}.`))) at.invalid(text, jsonPath);
}
