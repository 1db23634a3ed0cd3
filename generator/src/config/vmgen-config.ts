import type { Emitter } from '../emit/emitter.js';
import type { ImportExtension } from '../settings/import-extension.js';
import type { OperatorConfig } from '../settings/operator-config.js';

/**
 * The content of a `vmgen.config.*`: options of the command line, which flags override, and emitters. Paths
 * are relative to the folder of the config.
 */
export interface VmgenConfig {
  /** `--groups`: the groups and versions to read, such as `apps:v1,v2`. */
  readonly groups?: string | readonly string[] | undefined;
  /** `--out`: the folder to write to. */
  readonly out?: string | undefined;
  /** `--apis`: the folder with `GROUP/VERSION/*.ts`; `apis` by default. */
  readonly apis?: string | undefined;
  /** `--paths`: folders and files of code whose RBAC, policy and webhook markers are read. Defaults to none. */
  readonly paths?: readonly string[] | undefined;
  /** `--generators`: names of built-in generators and of `emitters`. Defaults to all. */
  readonly generators?: readonly string[] | undefined;
  /** `--header-file`: a file whose text is put at the top of every generated file. */
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
  /** `--strict`: treats warnings as errors. Defaults to false. */
  readonly strict?: boolean | undefined;
  /** The operator of the project, whose deployment is generated. Defaults to none. */
  readonly operator?: OperatorConfig | undefined;
  /** Custom emitters. Defaults to none. */
  readonly emitters?: readonly Emitter[] | undefined;
}

/**
 * Returns the config; editors and compilers use its type.
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
