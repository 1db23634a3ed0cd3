import { errorMessage } from '@vmgen/base/text';
import { dirname } from 'node:path';
import { findConfig } from '../config/find-config.js';
import { NearestConfigs } from '../config/nearest-configs.js';
import type { EditorService } from '../editor/editor-service.js';

/**
 * Opens the project of a config.
 *
 * @throws an Error that names the file, the problem and the fix
 */
export type OpenEditor = (config: string) => EditorService;

/** The project of a config: its service, or the reason for its absence. */
export type OpenProject = { readonly config: string } & (
  | { readonly editor: EditorService; readonly problem?: undefined }
  | { readonly editor?: undefined; readonly problem: string }
);

/** The projects of all files, each found by the nearest config at or above a file. */
export class Projects {
  readonly #open: OpenEditor;
  readonly #byConfig = new Map<string, OpenProject>();
  readonly #configs = new NearestConfigs();

  constructor(open: OpenEditor) {
    this.#open = open;
  }

  /** All projects that were opened. */
  get opened(): readonly OpenProject[] {
    return [...this.#byConfig.values()];
  }

  /** The path of the config of a file; undefined for a file of no project. */
  configOf(path: string): string | undefined {
    return this.#configs.of(path);
  }

  /** The project of a config, which is read once. */
  project(config: string): OpenProject {
    const project = this.#byConfig.get(config) ?? this.#opened(config);
    this.#byConfig.set(config, project);
    return project;
  }

  /** Forgets a project. */
  close(config: string): void {
    this.#byConfig.delete(config);
  }

  /** Searches the configs of files again. */
  searchAgain(): void {
    this.#configs.forget();
  }

  #opened(config: string): OpenProject {
    try {
      // Throws if the folder has several.
      findConfig(dirname(config));
      return { config, editor: this.#open(config) };
    } catch (error) {
      return { config, problem: errorMessage(error) };
    }
  }
}
