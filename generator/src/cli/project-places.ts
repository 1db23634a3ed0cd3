import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseGroups } from '../settings/parse-groups.js';
import type { OutputFile } from '../write/plan-write.js';
import { compareVersions } from '@vmgen/base/text';
import { folderOf } from './project-names.js';
import type { ProjectConfig } from './write-project.js';

/** A group of the config, with its versions from the oldest to the newest. */
export interface Place {
  readonly apis: string;
  readonly folder: string;
  readonly versions: readonly string[];
}

/** The groups that a config names. */
export function placesOf({ config }: ProjectConfig): Place[] {
  const versions = new Map<string, string[]>();
  for (const { group, version } of parseGroups([config.groups ?? []].flat())) {
    versions.set(group, [...(versions.get(group) ?? []), version]);
  }
  const { apis = 'apis' } = config;
  return [...versions].map(([folder, each]) => ({ apis, folder, versions: each.sort(byAge) }));
}

/** Whether a config names a version of a group. */
export const namesVersion = (project: ProjectConfig, folder: string, version: string): boolean =>
  placesOf(project).some((place) => place.folder === folder && place.versions.includes(version));

/** `v1beta1` is older than `v1`, and `v1` than `v2alpha1`. */
const byAge = (a: string, b: string): number => majorOf(a) - majorOf(b) || compareVersions(b, a);

const majorOf = (version: string): number => Number(/^v(\d+)/.exec(version)?.[1] ?? 0);

/** The places of a group: those with its name in their doc.ts, or else with its folder. */
export function placesOfGroup(places: readonly Place[], group: string): readonly Place[] {
  const named = places.filter(({ apis, folder }) => groupIn(join(apis, folder)) === group);
  return named.length > 0 ? named : places.filter(({ folder }) => folder === folderOf(group));
}

/** The files of a version. */
export function filesOf({ apis, folder }: Place, version: string): OutputFile[] {
  const path = [apis, folder, version].join('/');
  const names = existsSync(path) ? readdirSync(path).sort() : [];
  return names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: `${path}/${name}`, text: readFileSync(join(path, name), 'utf8') }));
}

/** The name of the group that a doc.ts contains; undefined without one. */
export function groupIn(folder: string): string | undefined {
  for (const version of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const doc = join(folder, version, 'doc.ts');
    const [, group] = existsSync(doc)
      ? (/^\/\/ \+groupName=([a-z0-9.-]+)$/m.exec(readFileSync(doc, 'utf8')) ?? [])
      : [];
    if (group !== undefined) return group;
  }
  return undefined;
}
