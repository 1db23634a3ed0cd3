import { mkdtemp, rm, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printable } from '@vmgen/runtime/observability';
import type { ApiServer } from '../server/api-server.js';
import { createApiServer } from '../node/create-api-server.js';
import { errorMessage } from '@vmgen/base/text';
import { errorCode } from '../errors/error-code.js';
import { startHttpsServer } from '../http/index.js';
import { CliError } from './cli-error.js';
import { parseArguments, type CliArguments } from './parse-arguments.js';
import { shellQuoted } from './shell-quoted.js';
import { stopSignal } from './stop-signal.js';
import { writeAssets } from './write-assets.js';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { formatPlace, formatProblem, parseDocuments } from '@vmgen/base/yaml';

/**
 * The `vmgen-apiserver` command. Runs until SIGINT, SIGTERM or SIGHUP.
 *
 * @returns the exit code: 0 for success, 1 for a failed start, 2 for invalid arguments
 */
export async function main(args: readonly string[]): Promise<number> {
  const parsed = await parseArguments(args);
  if ('exitCode' in parsed) {
    (parsed.exitCode === 0 ? console.log : console.error)(printable(parsed.text));
    return parsed.exitCode;
  }
  try {
    if (parsed.writeAssets === undefined) await serve(parsed);
    else await reportAssets(parsed.writeAssets);
    return 0;
  } catch (error) {
    console.error(printable(`vmgen-apiserver: ${errorMessage(error)}`));
    return 1;
  }
}

async function reportAssets(folder: string): Promise<void> {
  const written = await writeAssets(folder);
  const path = shellQuoted(resolve(folder));
  const names = written.includes('kubectl')
    ? written.join(', ')
    : `${written.join(', ')}, without kubectl, which is not on the PATH`;
  console.log(printable(`wrote ${names}; to use them, run: export KUBEBUILDER_ASSETS=${path}`));
}

async function serve(options: CliArguments): Promise<void> {
  const stopped = stopSignal();
  const { authorization, garbageCollection, storageQuotaBytes, services } = options;
  const api = createApiServer({
    authorization,
    garbageCollection,
    services,
    ...(storageQuotaBytes === undefined ? {} : { storageQuotaBytes }),
  });
  for (const { file, crd } of await loadCrds(options.crds)) install(api, file, crd);
  const running = await startHttpsServer(api, options);
  try {
    await withKubeconfigPath(options.writeKubeconfig, async (kubeconfig) => {
      await running.writeKubeconfig(kubeconfig);
      console.log(
        printable(
          `serving ${running.url}; to use it, run: export KUBECONFIG=${shellQuoted(kubeconfig)}`,
        ),
      );
      await stopped;
    });
  } finally {
    await api.close();
    await running.close();
  }
}

function install(
  api: ApiServer,
  file: string,
  crd: Parameters<ApiServer['installCustomResourceDefinition']>[0],
): void {
  try {
    api.installCustomResourceDefinition(crd);
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new CliError(`${file}: ${reason}; correct the file and restart the command`, { cause });
  }
}

/**
 * Calls `run` with a temporary file if the caller specified no file, and removes its folder at the
 * end.
 */
async function withKubeconfigPath(
  wanted: string | undefined,
  use: (path: string) => Promise<void>,
): Promise<void> {
  if (wanted !== undefined) {
    await use(resolve(wanted));
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-apiserver-'));
  try {
    await use(join(folder, 'kubeconfig'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
      errorCode(cause) === 'ENOENT'
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
