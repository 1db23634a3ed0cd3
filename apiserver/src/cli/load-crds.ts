import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { errorMessage } from '@vmgen/crd/internal';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { CliError } from './cli-error.js';

/** A CustomResourceDefinition and the file that it stands in. */
export interface LoadedCrd {
  readonly file: string;
  readonly crd: CustomResourceDefinition;
}

/**
 * Reads CustomResourceDefinitions from YAML or JSON files, of one or more documents, and from
 * folders of them (not from the folders within).
 *
 * @throws CliError naming the file, what is wrong with it and what to do
 */
export async function loadCrds(paths: readonly string[]): Promise<LoadedCrd[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat();
  return (await Promise.all(files.map(readCrds))).flat();
}

async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw new CliError(
      isAbsent(cause)
        ? `--crds ${path}: no such file or folder; check the path`
        : `--crds ${path}: ${errorMessage(cause)}`,
      { cause },
    );
  });
  if (!stats.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.(ya?ml|json)$/.test(name)).sort();
  if (names.length === 0) {
    throw new CliError(`--crds ${path}: the folder holds no .yaml, .yml or .json file`);
  }
  return names.map((name) => join(path, name));
}

async function readCrds(file: string): Promise<LoadedCrd[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CliError(`cannot read ${file}: ${errorMessage(cause)}`, { cause });
  });
  // kubectl reads YAML 1.1; an empty document comes as null.
  const documents = [...parseAllDocuments(text, { version: '1.1' })];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new CliError(`${file}: ${error.message}`, { cause: error });
    const value: unknown = document.toJS();
    if (value === null || value === undefined) return [];
    if (!isCrd(value)) {
      throw new CliError(
        `${file}: ${describe(value)} is no apiextensions.k8s.io/v1 CustomResourceDefinition; ` +
          'apply other objects with kubectl once the server runs',
      );
    }
    return [{ file, crd: value }];
  });
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** By its type alone: the server judges the rest when it installs it. */
function isCrd(value: unknown): value is CustomResourceDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    'apiVersion' in value &&
    value.apiVersion === 'apiextensions.k8s.io/v1' &&
    'kind' in value &&
    value.kind === 'CustomResourceDefinition'
  );
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return 'a document that is no object';
  const kind = 'kind' in value ? String(value.kind) : 'an object without kind';
  return 'apiVersion' in value ? `${kind} (${String(value.apiVersion)})` : kind;
}
