import { Compiler, type CompileSettings } from './compile.js';
import { orDiagnostic } from './diagnostics/beyond-bounds.js';
import { DiagnosticList } from './diagnostics/diagnostic-list.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { RawDisk } from './disk/source-disk.js';
import type { PrintableFile } from './emit/emit.js';
import type { BuiltCrd } from './model/build-crd.js';
import type { ApiModel } from './model/model.js';
import { EditedDisk } from './load/edited-disk.js';
import { loadCode } from './load/load-code.js';
import { load } from './load/load.js';
import { DiskModuleReader } from './load/module-reader.js';
import type { GroupVersionFolder } from './settings/parse-groups.js';
import type { SourceSet } from './syntax/source.js';
import { pathFrom, resolve } from './text/paths.js';

/** What a project compiles. */
export interface ProjectOptions {
  /** Where files are read from: of the APIs, of packages, and of `paths`. Each file is read once. */
  readonly disk: RawDisk;
  /** The folder of the APIs, GROUP/VERSION/*.ts: a path of `disk`. */
  readonly apis: string;
  /** The groups and versions to compile. */
  readonly groups: readonly GroupVersionFolder[];
  /** Files of code, and folders of them, whose RBAC, policy and webhook markers count. Defaults to none. */
  readonly paths?: readonly string[];
  /** The output folder, in which no code is searched. Defaults to none. */
  readonly out?: string;
  /** The settings of the output. */
  readonly settings: CompileSettings;
}

/** Options of an update. */
export interface UpdateOptions {
  /**
   * Asked before each part of the work: if it returns true, the update ends with an {@link UpdateStoppedError}.
   * Defaults to never.
   */
  readonly shouldStop?: () => boolean;
}

/** An update was stopped. The project has the new texts, and results of the update before it. */
export class UpdateStoppedError extends Error {
  override readonly name = 'UpdateStoppedError';
}

/**
 * A program that is compiled again after each change of a file. What it returns never changes afterwards, and
 * is what a new project for the same files returns.
 */
export interface Project {
  /** All diagnostics of the program, sorted by file and line. */
  readonly diagnostics: readonly Diagnostic[];
  /** The sources of the diagnostics; `locateDiagnostics` uses them to add source lines. */
  readonly sources: SourceSet;
  /** The model, as far as it can be built; undefined if the program exceeds a limit. */
  readonly model: ApiModel | undefined;
  /** The CRDs of all kinds, as far as they can be built. Those of a program with errors may be invalid. */
  readonly crds: readonly BuiltCrd[];
  /** The paths of all generated files, relative to the output folder; empty if there are errors. */
  readonly outputs: readonly string[];
  /** The text of a generated file; undefined if the program does not have that file. */
  output(path: string): string | undefined;
  /**
   * Compiles the program with another text of a file, and returns its diagnostics. The file may be new.
   *
   * @param path a path of the disk, such as `apis/fleet/v1/types.ts`
   * @param text undefined removes the file
   * @throws UpdateStoppedError
   */
  update(path: string, text: string | undefined, options?: UpdateOptions): readonly Diagnostic[];
  /** {@link update} for several files at once. */
  updateAll(
    changes: Iterable<readonly [path: string, text: string | undefined]>,
    options?: UpdateOptions,
  ): readonly Diagnostic[];
}

/** Compiles a program, and keeps it for updates. */
export function createProject(options: ProjectOptions): Project {
  return new IncrementalProject(options);
}

/** What a version of the program has. */
interface Version {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  readonly model: ApiModel | undefined;
  readonly crds: readonly BuiltCrd[];
  readonly files: ReadonlyMap<string, PrintableFile>;
}

class IncrementalProject implements Project {
  readonly #options: ProjectOptions;
  readonly #disk: EditedDisk;
  #compiler: Compiler;
  #reader: DiskModuleReader;
  #version: Version;

  constructor(options: ProjectOptions) {
    this.#options = options;
    this.#disk = new EditedDisk(options.disk);
    this.#compiler = new Compiler(options.settings);
    this.#reader = new DiskModuleReader(options.apis, this.#disk);
    this.#version = this.#compile({});
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#version.diagnostics;
  }

  get sources(): SourceSet {
    return this.#version.sources;
  }

  get model(): ApiModel | undefined {
    return this.#version.model;
  }

  get crds(): readonly BuiltCrd[] {
    return this.#version.crds;
  }

  get outputs(): readonly string[] {
    return [...this.#version.files.keys()];
  }

  output(path: string): string | undefined {
    return this.#version.files.get(path)?.print();
  }

  update(
    path: string,
    text: string | undefined,
    options: UpdateOptions = {},
  ): readonly Diagnostic[] {
    return this.updateAll([[path, text]], options);
  }

  updateAll(
    changes: Iterable<readonly [path: string, text: string | undefined]>,
    options: UpdateOptions = {},
  ): readonly Diagnostic[] {
    const { files, code = [] } = this.#version.sources;
    const sources = [...files, ...code];
    for (const [path, text] of changes) {
      const isOther = this.#disk.edit(path, text);
      const name = pathFrom(resolve(this.#options.apis), resolve(path));
      // Any other file may decide where imports lead: a tsconfig.json, or one of a package.
      if (isOther || !sources.some((file) => file.path === name)) this.#forgetImports();
      else this.#reader.forget(name);
    }
    let version = this.#compile(options);
    if (this.#disk.unreadable.size > 0) {
      // Some of these files may have been read by an earlier version only.
      this.#disk.forgetUnreadable();
      this.#forgetImports();
      this.#compiler = new Compiler(this.#options.settings);
      version = this.#compile(options);
    }
    this.#version = version;
    return this.diagnostics;
  }

  #forgetImports(): void {
    this.#reader = new DiskModuleReader(this.#options.apis, this.#disk);
  }

  #compile({ shouldStop }: UpdateOptions): Version {
    const { apis, groups, paths = [], out = '' } = this.#options;
    const found = new DiagnosticList();
    const loaded = load(apis, groups, found, this.#disk, this.#reader);
    const code = loadCode(paths, loaded, out, found, this.#disk);
    const sources: SourceSet = { ...loaded, code };
    const checkpoint = (): void => {
      if (shouldStop?.() === true) throw new UpdateStoppedError('the update was stopped');
    };
    const compiled = orDiagnostic(found, () => this.#compiler.compile(sources, found, checkpoint));
    const { model, crds = [], files = [] } = compiled ?? {};
    return {
      sources,
      diagnostics: found.sorted(),
      model,
      crds,
      files: new Map(files.map((file) => [file.path, file])),
    };
  }
}
