import { isJsonObject, type JsonObject, parseJsonObject } from '@vmgen/base/json';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { orMissing } from '../disk/file-error.js';
import { type Version, versionOf } from '../text/version-range.js';

/** A package in a folder node_modules. */
export interface InstalledPackage {
  readonly name: string;
  /** Absolute, with its links resolved. */
  readonly folder: string;
  /** Absolute, as Node found it. */
  readonly path: string;
  readonly version: string;
  readonly numbers: Version;
  readonly manifest: JsonObject;
}

/** Finds a package as Node does, from a folder upwards; undefined if it is not installed. */
export function findPackage(name: string, from: string): InstalledPackage | undefined {
  const found = packageIn(join(from, 'node_modules', name), name);
  return found ?? (dirname(from) === from ? undefined : findPackage(name, dirname(from)));
}

function packageIn(folder: string, name: string): InstalledPackage | undefined {
  const manifest = parseJsonObject(textOf(join(folder, 'package.json')) ?? '');
  const version = manifest?.['version'];
  if (manifest === undefined || typeof version !== 'string') return undefined;
  const numbers = versionOf(version);
  if (numbers === undefined) return undefined;
  return { name, folder: realpathSync(folder), path: folder, version, numbers, manifest };
}

/** All copies of a package in a folder and the folders above it, the nearest one first. */
export function findPackages(name: string, from: string): InstalledPackage[] {
  const own = packageIn(join(from, 'node_modules', name), name);
  const above = dirname(from) === from ? [] : findPackages(name, dirname(from));
  return [...(own === undefined ? [] : [own]), ...above];
}

/** The text of a file; undefined if there is no such file. */
export const textOf = (path: string): string | undefined =>
  orMissing(() => readFileSync(path, 'utf8'));

/** The members of an object of a manifest, such as `scripts`, that are texts. */
export function textsIn(manifest: JsonObject, key: string): ReadonlyMap<string, string> {
  const value = manifest[key];
  const entries = value !== undefined && isJsonObject(value) ? Object.entries(value) : [];
  return new Map(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
}
