import { NearestConfigs } from '../../config/nearest-configs.js';
import type { EditorService } from '../editor-service.js';

/** Opens the project of a config. */
export type OpenEditor = (config: string) => OpenProject;

/** The project of a config: its service, or the file, the problem and the fix. */
export type OpenProject = {
  readonly config: string;
  /** The files that the config imports. */
  readonly files: readonly string[];
} & (
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
    const project = this.#byConfig.get(config) ?? this.#open(config);
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
}
