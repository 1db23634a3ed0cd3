import type { FieldError } from '../field/field-error.js';
import { invalid, required } from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';
import { hasDefault, someSchema } from '@vmgen/base/schema';
import { byteLength, type PatternValidator } from '@vmgen/base/text';
import { appendAll } from '@vmgen/base/json';
import { printVersions } from './go-struct-json.js';
import type { InternalSpec, InternalVersion, PerVersion } from './internal-crd.js';
import { validateColumns } from './validate-columns.js';
import { validateLabel } from './validate-names.js';
import { validateSchema, type SchemaContext } from './validate-schema.js';
import { validateSelectableFields } from './validate-selectable-fields.js';
import { validateSubresources } from './validate-subresources.js';

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
