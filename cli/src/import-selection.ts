import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { CrdIdentity, Documents } from '#import/documents/read-documents.js';
import type { ImportCommand } from './import-options.js';

/** What of a run is wanted; all where nothing is named. */
export type Selection = Pick<ImportCommand, 'crds' | 'groups'>;

/** How OpenAPI paths name the group that has no name. */
const CORE = 'core';

/** Whether a CRD is wanted, by its own name or that of its group. */
export function wantsCrd({ name, group }: CrdIdentity, { crds, groups }: Selection): boolean {
  const isAll = crds.length === 0 && groups.length === 0;
  return isAll || crds.includes(name) || groups.includes(group);
}

/** Whether an OpenAPI document is wanted, by the paths that it has. */
export function wantsOpenApi(openApi: JsonObject, { crds, groups }: Selection): boolean {
  if (crds.length === 0 && groups.length === 0) return true;
  return groups.some((group) => hasGroup(openApi, group));
}

/** What was asked for by name and is not there. */
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
      .map((name) => `--crd: there is no CRD ${JSON.stringify(name)}`),
    ...selection.groups
      .filter((group) => !isKnown(group))
      .map((group) => `--group: there is nothing of the group ${JSON.stringify(group)}`),
    ...[...selection.folders.keys()]
      .filter((group) => !known.has(group))
      .map((group) => `--folder: there is no CRD of the group ${JSON.stringify(group)}`),
  ];
}

function hasGroup({ paths }: JsonObject, group: string): boolean {
  if (paths === undefined || !isJsonObject(paths)) return false;
  const start = group === CORE ? '/api/v1/' : `/apis/${group}/`;
  return Object.keys(paths).some((path) => path.startsWith(start));
}
