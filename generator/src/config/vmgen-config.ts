import type { Emitter } from '../emit/emitter.js';
import type { ImportExtension } from '../settings/import-extension.js';

/**
 * What a `vmgen.config.*` says: options of the command line, whose flags win, and emitters. Paths are
 * relative to the folder of the config.
 */
export interface VmgenConfig {
  /** `--groups`: what to read, such as `apps:v1,v2`. */
  readonly groups?: string | readonly string[] | undefined;
  /** `--out`: the folder to write to. */
  readonly out?: string | undefined;
  /** `--apis`: the folder with `GROUP/VERSION/*.ts`; `apis` by default. */
  readonly apis?: string | undefined;
  /** `--paths`: folders and files of code whose rbac and webhook markers count as well. */
  readonly paths?: readonly string[] | undefined;
  /** `--generators`: what to make, of vmgen's own generators and `emitters`; all by default. */
  readonly generators?: readonly string[] | undefined;
  /** `--header-file`: a file whose text stands above every generated one. */
  readonly headerFile?: string | undefined;
  /** `--import-extension`: how generated code imports relative files; `js` by default. */
  readonly importExtension?: ImportExtension | undefined;
  /** `--max-desc-len`: the most bytes of a description in a CRD; no limit by default. */
  readonly maxDescLen?: number | undefined;
  /** `--trim-descriptions`: keep CRDs small enough for `kubectl apply`; true by default. */
  readonly trimDescriptions?: boolean | undefined;
  /** `--embedded-object-meta`: metadata within an object keeps its labels and so on; true by default. */
  readonly embeddedObjectMeta?: boolean | undefined;
  /** `--allow-outside`: `out` may be outside the package; false by default. */
  readonly allowOutside?: boolean | undefined;
  /** `--strict`: take warnings for errors. */
  readonly strict?: boolean | undefined;
  /** Generators beside vmgen's own. */
  readonly emitters?: readonly Emitter[] | undefined;
}

/**
 * The config itself: says its type to editors and compilers.
 *
 * @example
 * ```js
 * // vmgen.config.mjs
 * import { defineConfig } from 'vmgen/config';
 *
 * export default defineConfig({
 *   groups: 'fleet:v1',
 *   out: 'generated',
 *   emitters: [{ name: 'kinds', emit: (model) => [] }],
 * });
 * ```
 */
export function defineConfig(config: VmgenConfig): VmgenConfig {
  return config;
}
