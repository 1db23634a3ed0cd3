import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
  ScalePaths,
} from '@vmgen/crd';
import { type ChangeCode, changeDefinition } from '../definitions/registry.js';
import { compareSchemas } from './compare-schemas.js';
import type { KindChanges } from './kind-changes.js';
import { canonical } from './shown.js';
import { fieldOf } from './parts-of.js';

type Version = CustomResourceDefinitionVersion;

/** Compares the versions of a CRD by name. */
export function compareVersions(
  old: CustomResourceDefinition,
  next: CustomResourceDefinition,
  changes: KindChanges,
): void {
  compareStorage(old, next, changes);
  for (const version of old.spec.versions) {
    if (!find(next, version.name)) reportRemoved(version, old, changes);
  }
  for (const [index, version] of next.spec.versions.entries()) {
    const former = find(old, version.name);
    if (former) compareVersion(former, version, index, changes);
    else {
      const isConverted = version.served && next.spec.conversion?.strategy === 'Webhook';
      const code = isConverted ? 'converted-version-added' : 'version-added';
      const message = isConverted ? 'was added, and is served at once' : 'was added';
      changes.add(code, message, at(index), { version: version.name });
    }
  }
}

const at = (index: number, ...rest: (string | number)[]) => ['spec', 'versions', index, ...rest];

const find = ({ spec }: CustomResourceDefinition, name: string): Version | undefined =>
  spec.versions.find((version) => version.name === name);

const schemaOf = ({ schema }: Version): JSONSchemaProps => schema?.openAPIV3Schema ?? {};

function reportRemoved(
  { name, served, storage }: Version,
  { status }: CustomResourceDefinition,
  changes: KindChanges,
): void {
  const isStored = storage || (status?.storedVersions ?? []).includes(name);
  const code = isStored
    ? 'stored-version-removed'
    : served
      ? 'version-removed'
      : 'unserved-version-removed';
  changes.add(code, 'was removed', ['spec', 'versions'], { version: name });
}

function compareVersion(old: Version, next: Version, index: number, changes: KindChanges): void {
  const version = { version: next.name };
  if (old.served !== next.served) {
    const [code, description] = next.served
      ? (['version-added', 'is served'] as const)
      : (['version-removed', 'is no longer served'] as const);
    changes.add(code, description, at(index, 'served'), version);
  }
  compareDeprecation(old, next, index, changes);
  for (const change of compareSchemas(schemaOf(old), schemaOf(next))) {
    const { code, message, field, isUncorrelated } = change;
    const place = at(index, 'schema', 'openAPIV3Schema', ...change.at);
    changes.add(code, message, place, { ...version, field, isUncorrelated });
  }
  const report: Parameters<typeof compareSubresources>[2] = (code, message, ...rest) =>
    changes.add(code, message, at(index, ...rest), version);
  compareSubresources(old, next, report);
  compareTables(old, next, report);
}

function compareDeprecation(
  old: Version,
  next: Version,
  index: number,
  changes: KindChanges,
): void {
  const [was, is] = [old.deprecated === true, next.deprecated === true];
  const hasOtherWarning = (old.deprecationWarning ?? '') !== (next.deprecationWarning ?? '');
  if (was === is && !hasOtherWarning) return;
  const [key, message] =
    was === is
      ? ['deprecationWarning', 'has another deprecation warning']
      : ['deprecated', is ? 'is deprecated' : 'is deprecated no longer'];
  changes.add('deprecation-changed', message, at(index, key), { version: next.name });
}

/** Objects move to another version as they are where no webhook converts them. */
function compareStorage(
  old: CustomResourceDefinition,
  next: CustomResourceDefinition,
  changes: KindChanges,
): void {
  const before = old.spec.versions.find(({ storage }) => storage);
  const index = next.spec.versions.findIndex(({ storage }) => storage);
  const after = next.spec.versions[index];
  if (!before || !after || before.name === after.name) return;
  // The removal of the version is reported instead.
  const former = find(next, before.name);
  if (!former) return;
  const isConverted = next.spec.conversion?.strategy === 'Webhook';
  const lossy = isConverted
    ? undefined
    : compareSchemas(schemaOf(former), schemaOf(after)).find(
        ({ code }) => changeDefinition(code).class === 'breaking',
      );
  const moved = `stored as ${after.name}, not ${before.name}`;
  const why = lossy ? `: ${lossy.field ?? 'the object'} ${lossy.message}` : '';
  const code = lossy ? 'storage-moved-with-loss' : 'storage-moved';
  changes.add(code, `${moved}${why}`, at(index, 'storage'), { version: after.name });
}

/** Compares printer columns and selectable fields. */
function compareTables(old: Version, next: Version, report: ReportVersionChange): void {
  const [before, after] = [columnsOf(old), columnsOf(next)];
  if (canonical(before) !== canonical(after)) {
    const names = (columns: typeof before): string =>
      columns.map(({ name }) => name).join(', ') || 'none';
    const message =
      names(before) === names(after) ? 'other contents' : `${names(before)} -> ${names(after)}`;
    report('columns-changed', `columns: ${message}`, 'additionalPrinterColumns');
  }
  const paths = ({ selectableFields = [] }: Version): string[] =>
    selectableFields.map(({ jsonPath }) => jsonPath);
  for (const path of paths(old)) {
    if (!paths(next).includes(path)) {
      report('selectable-field-removed', `field selector ${path} was removed`, 'selectableFields');
    }
  }
  for (const [index, path] of paths(next).entries()) {
    if (!paths(old).includes(path)) {
      report('selectable-field-added', `field selector ${path}`, 'selectableFields', index);
    }
  }
}

/** Descriptions are documentation; an empty format is equal to an absent one. */
const columnsOf = ({ additionalPrinterColumns: columns = [] }: Version) =>
  columns.map(({ description: _, ...column }) => ({
    ...column,
    format: column.format ?? '',
    priority: column.priority ?? 0,
  }));

/** Reports a change of a version; `at` is relative to the version. */
type ReportVersionChange = (code: ChangeCode, message: string, ...at: (string | number)[]) => void;

/** The parts of an object with addresses of their own. */
function compareSubresources(old: Version, next: Version, report: ReportVersionChange): void {
  const [hadStatus, hasStatus] = [old.subresources?.status, next.subresources?.status];
  if (hasStatus && !hadStatus) {
    report('status-added', 'subresource status was added', 'subresources', 'status');
  } else if (hadStatus && !hasStatus) {
    report('status-removed', 'subresource status was removed');
  }
  compareScale(old, next, report);
}

function compareScale(old: Version, next: Version, report: ReportVersionChange): void {
  const [before, after] = [scaleOf(old), scaleOf(next)];
  if (canonical(before) === canonical(after)) return;
  if (!after) return report('scale-removed', 'subresource scale was removed');
  if (!before) {
    const paths = [after.specReplicasPath, after.statusReplicasPath];
    const schema = next.schema?.openAPIV3Schema ?? {};
    const code = paths.every((path) => isCount(path, schema))
      ? 'scale-added'
      : 'unbounded-scale-added';
    return report(code, 'subresource scale was added', 'subresources', 'scale');
  }
  if (before.labelSelectorPath !== undefined && after.labelSelectorPath === undefined) {
    report('scale-removed', 'subresource scale has no selector', 'subresources', 'scale');
  }
  for (const part of ['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath'] as const) {
    const [was = 'none', is] = [before[part], after[part]];
    if (is === undefined || was === is) continue;
    report('scale-paths-changed', `${part} ${was} -> ${is}`, 'subresources', 'scale', part);
  }
}

/** An empty selector path is equal to an absent one. */
function scaleOf({ subresources }: Version): ScalePaths | undefined {
  const scale = subresources?.scale;
  if (!scale || scale.labelSelectorPath) return scale;
  const { labelSelectorPath: _, ...paths } = scale;
  return paths;
}

const MAX_INT32 = 2_147_483_647;

/** Whether the schema rejects values that the server does not accept as a replica count. */
function isCount(path: string, root: JSONSchemaProps): boolean {
  let schema: JSONSchemaProps | undefined = root;
  for (const name of path.split('.').slice(1)) schema = schema && fieldOf(schema, name);
  if (schema?.type !== 'integer' || schema.nullable === true) return false;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, format } = schema;
  return minimum >= 0 && (format === 'int32' || maximum <= MAX_INT32);
}
