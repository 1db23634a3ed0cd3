import { errorMessage } from '@vmgen/base/text';
import { toManifest, type Manifest } from '@vmgen/runtime/meta';
import type { Cluster, FailedObject } from './cluster.js';
import { digestOf, manifestsIn } from './dev-files.js';
import type { SamplesState } from './dev-state.js';
import type { DevTools } from './dev-tools.js';

/** The samples of a project: manifests that are applied on request. */
export class Samples {
  readonly #folder: string;
  readonly #tools: DevTools;
  /** Identifies the content that was applied last. */
  #applied: string | undefined;

  constructor(folder: string, tools: DevTools) {
    this.#folder = folder;
    this.#tools = tools;
  }

  /** The number of files. */
  count(): number {
    return manifestsIn(this.#folder).files.length;
  }

  /** Compares the files with those that were applied. */
  look(state: SamplesState): SamplesState {
    const { files, problems: unreadable } = manifestsIn(this.#folder);
    const isChanged = this.#applied !== undefined && digestOf(files) !== this.#applied;
    const phase = isChanged ? 'changed' : state.phase;
    return { ...state, files: files.length, phase, unreadable };
  }

  /** The cluster is another one, without the objects. */
  forget(): void {
    this.#applied = undefined;
  }

  /** Applies all files. */
  apply(cluster: Cluster): Promise<SamplesState> {
    return this.#each('applied', (objects) => cluster.apply(objects));
  }

  /** Deletes the objects of all files. */
  delete(cluster: Cluster): Promise<SamplesState> {
    return this.#each('deleted', (objects) => cluster.delete(objects));
  }

  async #each(
    phase: 'applied' | 'deleted',
    work: (objects: readonly Manifest[]) => Promise<readonly FailedObject[]>,
  ): Promise<SamplesState> {
    const { files, problems: unreadable } = manifestsIn(this.#folder);
    const problems: string[] = [];
    const objects: Manifest[] = [];
    for (const file of files) {
      const parsed = this.#tools.parse(file);
      problems.push(...parsed.problems);
      for (const object of parsed.objects) {
        try {
          objects.push(toManifest(object));
        } catch (error) {
          problems.push(`${file.path}: ${errorMessage(error)}`);
        }
      }
    }
    const failed = await work(objects);
    problems.push(...failed.map(({ object, reason }) => `samples: ${object}: ${reason}`));
    this.#applied = phase === 'applied' ? digestOf(files) : undefined;
    const isWhole = problems.length === 0 && unreadable.length === 0;
    return {
      files: files.length,
      phase: isWhole ? phase : 'not applied',
      problems,
      unreadable,
    };
  }
}
