import { type JsonObject, parseJsonObject } from '@vmgen/base/json';
import { parseDocuments, type SourceText } from '@vmgen/base/yaml';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ObservedDisk } from '../disk/observed-disk.js';
import { orMissing } from '../disk/file-error.js';
import type { Emitter } from '../emit/emitter.js';
import { generateObserved, type GenerateResult } from '../generate.js';
import { readDocuments } from '../import/documents/read-documents.js';
import { readTsProject, type TsProject } from '../load/ts-project.js';
import type { GenerateOptions } from '../settings/generate-options.js';
import { type OutputRecord, readRecord } from '../write/output-record.js';
import type { WritePlan } from '../write/plan-write.js';
import type { ClusterAnswer, ClusterConnection } from './cluster-connection.js';
import { findPackage, type InstalledPackage, textOf } from './installed-package.js';
import { NotCheckedError } from './not-checked-error.js';

/** What `vmgen generate` does in the project. */
export interface GenerateSettings {
  readonly options: GenerateOptions;
  readonly emitters: readonly Emitter[];
  /** The file of the config, or the script of package.json that runs vmgen. */
  readonly source: string;
  /** The command that generates with these settings. */
  readonly command: string;
}

/** What a {@link Setup} is read from. */
interface SetupOptions {
  /** The folder of the project: an absolute path with its links resolved. */
  readonly folder: string;
  /** The version of the running Node, such as `v20.19.0`. */
  readonly nodeVersion: string;
  /** The version of the running vmgen. */
  readonly ownVersion: string;
  /** The free space of the disk of a folder, in bytes. */
  readonly freeBytes: (folder: string) => Promise<number>;
  /** The folder of vmgen's cache if it can be written to; undefined otherwise. */
  readonly cacheFolder: () => string | undefined;
  /**
   * Reads the config of the folder; undefined without one.
   *
   * @throws UsageError if it is invalid
   */
  readonly readSettings: (manifest: () => JsonObject) => Promise<GenerateSettings | undefined>;
  /** Connects to the cluster; undefined if none is to be asked. */
  readonly connect: (() => Promise<ClusterConnection>) | undefined;
}

/** The package.json of the project. */
interface Manifest {
  readonly path: string;
  readonly value: JsonObject;
}

/** The packages that a project may install. All have the version of `vmgen`. */
export const OUR_PACKAGES = [
  'vmgen',
  ...['apiserver', 'base', 'cel', 'crd', 'kubernetes', 'manager', 'runtime'].map(
    (name) => `@vmgen/${name}`,
  ),
  '@vmgen/typescript-plugin',
];

/** The files of a project as checks read them. Each is read once, when the first check needs it. */
export class Setup {
  readonly folder: string;
  readonly nodeVersion: string;
  readonly ownVersion: string;
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly cacheFolder: () => string | undefined;
  readonly readSettings: () => Promise<GenerateSettings | undefined>;
  readonly connect: (() => Promise<ClusterConnection>) | undefined;

  constructor(options: SetupOptions) {
    this.folder = options.folder;
    this.nodeVersion = options.nodeVersion;
    this.ownVersion = options.ownVersion;
    this.freeBytes = options.freeBytes;
    this.cacheFolder = options.cacheFolder;
    this.readSettings = once(() => options.readSettings(() => this.manifest().value));
    this.connect = options.connect && once(options.connect);
  }

  /** The nearest package.json, from the folder upwards. */
  readonly manifest = once((): Manifest => {
    for (let folder = this.folder; ; folder = dirname(folder)) {
      const path = join(folder, 'package.json');
      const text = textOf(path);
      const value = text === undefined ? undefined : parseJsonObject(text);
      if (value !== undefined) return { path, value };
      if (text !== undefined) throw new NotCheckedError(`${this.shown(path)} is not a JSON object`);
      if (dirname(folder) === folder) {
        throw new NotCheckedError('there is no package.json in this folder or above it');
      }
    }
  });

  readonly typescript = once((): InstalledPackage => {
    const found = findPackage('typescript', this.folder);
    if (found) return found;
    throw new NotCheckedError('typescript is not installed');
  });

  readonly tsProject = once((): TsProject => {
    const project = readTsProject(this.folder, new ObservedDisk());
    if (project?.isSolution)
      throw new NotCheckedError('tsconfig.json only refers to other projects');
    if (project) return project;
    throw new NotCheckedError('there is no tsconfig.json');
  });

  /** The installed packages of vmgen. */
  readonly ourPackages = once((): readonly InstalledPackage[] => {
    const found = OUR_PACKAGES.flatMap((name) => findPackage(name, this.folder) ?? []);
    if (found.length > 0) return found;
    throw new NotCheckedError('no package of vmgen is installed');
  });

  readonly settings = once(async (): Promise<GenerateSettings> => {
    let settings;
    try {
      settings = await this.readSettings();
    } catch (error) {
      if (!isUsageError(error)) throw error;
      throw new NotCheckedError('the config is invalid');
    }
    if (settings) return settings;
    throw new NotCheckedError('there is no vmgen.config.*, and no script that runs vmgen generate');
  });

  /** The folders and files that the settings name and that do not exist. */
  readonly missingPaths = once(async (): Promise<readonly string[]> => {
    const { options } = await this.settings();
    const { apis, paths, headerFile, operator } = options;
    const packages = operator?.packages;
    return [
      apis,
      ...paths,
      ...(headerFile ? [headerFile] : []),
      ...(packages ? [packages] : []),
    ].filter((path) => !existsSync(this.path(path)));
  });

  /** The record of the output; undefined without one. */
  readonly record = once(async (): Promise<OutputRecord | undefined> => {
    const { options } = await this.settings();
    return readRecord(options.out);
  });

  /** The result of `vmgen generate --check`. */
  readonly output = once(async (): Promise<GenerateResult> => {
    const { options, emitters } = await this.settings();
    if ((await this.missingPaths()).length > 0) {
      throw new NotCheckedError('a folder or file of the config is missing');
    }
    await this.record().catch(() => {
      throw new NotCheckedError('the record of the output cannot be read');
    });
    return generateObserved({ ...options, check: true }, emitters, new ObservedDisk());
  });

  /** What `vmgen generate` would change, if the types have no errors. */
  readonly plan = once(async (): Promise<WritePlan> => {
    const { plan } = await this.output().catch((error: unknown) => {
      throw error instanceof NotCheckedError ? error : new NotCheckedError(GENERATE_FAILS);
    });
    if (plan) return plan;
    throw new NotCheckedError(GENERATE_FAILS);
  });

  /** The generated CRDs. */
  readonly crds = once(async (): Promise<readonly CustomResourceDefinition[]> => {
    const { options } = await this.settings();
    const texts = this.textsIn(join(options.out, 'crds'));
    const crds = readDocuments(texts ?? []).crds.map(({ crd }) => crd);
    if (crds.length > 0) return crds;
    throw new NotCheckedError('there are no generated CRDs');
  });

  /** The objects of the YAML files in a folder of the output; empty without that folder. */
  async generated(folder: string): Promise<readonly JsonObject[]> {
    const { options } = await this.settings();
    const texts = this.textsIn(join(options.out, folder)) ?? [];
    return texts.flatMap((text) => parseDocuments(text).documents.map(({ value }) => value));
  }

  /** The YAML files in a folder; undefined if there is no such folder. */
  textsIn(folder: string): readonly SourceText[] | undefined {
    const names = orMissing(() => readdirSync(this.path(folder)));
    return names
      ?.filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => {
        const source = join(folder, name);
        return { source, text: textOf(this.path(source)) ?? '' };
      });
  }

  /** The cluster; its kubeconfig is valid. */
  readonly cluster = once(async (): Promise<ClusterConnection> => {
    if (this.connect === undefined) {
      throw new NotCheckedError('a cluster is only asked with --cluster or --context NAME');
    }
    return this.connect().catch(() => {
      throw new NotCheckedError('the kubeconfig is invalid');
    });
  });

  /** The answer to the first request of the cluster. */
  readonly version = once(async (): Promise<ClusterAnswer> => {
    const cluster = await this.cluster();
    return cluster.request('/version', AbortSignal.timeout(VERSION_MS));
  });

  /** The cluster, which responds and accepts the credentials. */
  readonly usableCluster = once(async (): Promise<ClusterConnection> => {
    const cluster = await this.cluster();
    const { status } = await this.version().catch(() => {
      throw new NotCheckedError('the API server does not respond');
    });
    if (status !== 401) return cluster;
    throw new NotCheckedError('the API server rejects the credentials');
  });

  /** An absolute path. */
  path(path: string): string {
    return resolve(this.folder, path);
  }

  /** A path for a message: relative to the folder. */
  shown(path: string): string {
    return relative(this.folder, this.path(path)) || '.';
  }
}

/** How long the first request may take, in milliseconds. */
const VERSION_MS = 10_000;

const GENERATE_FAILS = 'vmgen generate fails';

/** Calls a function once, for its result or its error. */
function once<T>(run: () => T): () => T {
  let result: { readonly value: T } | { readonly error: unknown } | undefined;
  return () => {
    if (result === undefined) {
      try {
        result = { value: run() };
      } catch (error) {
        result = { error };
      }
    }
    if ('error' in result) throw result.error;
    return result.value;
  };
}

/** Compared by name: the command line has a class of its own. */
export const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UsageError';
