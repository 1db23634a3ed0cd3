import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { CrdIdentity, Documents } from '#import/documents/read-documents.js';
import type { ImportCommand } from './import-options.js';

/** The selected part of a run; everything if nothing is selected. */
type Selection = Pick<ImportCommand, 'crds' | 'groups'>;

/** The name of the core group in OpenAPI paths. */
const CORE = 'core';

/** Whether a CRD is selected, by its own name or by its group. */
export function wantsCrd({ name, group }: CrdIdentity, { crds, groups }: Selection): boolean {
  const isAll = crds.length === 0 && groups.length === 0;
  return isAll || crds.includes(name) || groups.includes(group);
}

/** Whether an OpenAPI document is selected, by its paths. */
export function wantsOpenApi(openApi: JsonObject, { crds, groups }: Selection): boolean {
  if (crds.length === 0 && groups.length === 0) return true;
  return groups.some((group) => hasGroup(openApi, group));
}

/** Selected names that do not exist. */
export function missingOf(
  { crds, openApis }: Documents,
  selection: Selection & Pick<ImportCommand, 'folders'>,
): string[] {
  const names = new Set(crds.map(({ crd }) => crd.metadata.name));
  const known = new Set(crds.map(({ crd }) => crd.spec.group));
  const isKnown = (group: string): boolean =>
    known.has(group) || openApis.some(({ openApi }) => hasGroup(openApi, group));
  return [
    ...selection.crds
      .filter((name) => !names.has(name))
      .map((name) => `--crd: CRD ${JSON.stringify(name)} not found`),
    ...selection.groups
      .filter((group) => !isKnown(group))
      .map((group) => `--group: nothing found for the group ${JSON.stringify(group)}`),
    ...[...selection.folders.keys()]
      .filter((group) => !known.has(group))
      .map((group) => `--folder: no CRD found for the group ${JSON.stringify(group)}`),
  ];
}

function hasGroup({ paths }: JsonObject, group: string): boolean {
  if (paths === undefined || !isJsonObject(paths)) return false;
  const start = group === CORE ? '/api/v1/' : `/apis/${group}/`;
  return Object.keys(paths).some((path) => path.startsWith(start));
}
