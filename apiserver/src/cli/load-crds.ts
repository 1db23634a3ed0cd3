import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { formatPlace, formatProblem, parseDocuments } from '@vmgen/base/yaml';
import { CliError } from './cli-error.js';

/** A CustomResourceDefinition and its file. */
interface LoadedCrd {
  readonly file: string;
  readonly crd: CustomResourceDefinition;
}

/**
 * Reads CustomResourceDefinitions from YAML or JSON files with one or more documents, and from
 * folders of such files (without nested folders).
 *
 * @throws CliError with the file, the error and the fix
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
    throw new CliError(`--crds ${path}: the folder contains no .yaml, .yml or .json file`);
  }
  return names.map((name) => join(path, name));
}

async function readCrds(file: string): Promise<LoadedCrd[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CliError(`cannot read ${file}: ${errorMessage(cause)}`, { cause });
  });
  const { documents, problems } = parseDocuments({ source: file, text });
  const [problem] = problems;
  if (problem !== undefined) throw new CliError(formatProblem(problem));
  return documents.map(({ value: found, ...place }) => {
    const value: object = asNew(found);
    if (isCrd(value)) return { file, crd: value };
    throw new CliError(
      `${formatPlace(place)}: ${describe(value)} is not an apiextensions.k8s.io/v1 CustomResourceDefinition; ` +
        'apply other objects with kubectl after the start of the server',
    );
  });
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The output of `kubectl get` has a resourceVersion, which a create does not accept. */
function asNew(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (metadata === undefined || !isJsonObject(metadata)) return object;
  const { resourceVersion: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}

/** Checks only the type. The server validates the definition when it is installed. */
function isCrd(value: object): value is CustomResourceDefinition {
  return (
    'apiVersion' in value &&
    value.apiVersion === 'apiextensions.k8s.io/v1' &&
    'kind' in value &&
    value.kind === 'CustomResourceDefinition'
  );
}

function describe(value: object): string {
  const kind = 'kind' in value ? String(value.kind) : 'an object without kind';
  return 'apiVersion' in value ? `${kind} (${String(value.apiVersion)})` : kind;
}
