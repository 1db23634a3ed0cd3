import type { ImportExtension } from './import-extension.js';
import type { OperatorConfig } from './operator-config.js';
import type { GroupVersionFolder } from './parse-groups.js';

/** One run of vmgen. Folders are relative to the working directory. */
export interface GenerateOptions {
  /** The groups and versions to read. */
  readonly groups: readonly GroupVersionFolder[];
  /** The folder of the APIs: GROUP/VERSION/*.ts. */
  readonly apis: string;
  /** Further files, and folders of them, whose rbac and webhook markers count. */
  readonly paths: readonly string[];
  /** The output folder. A relative path starts at the working directory. */
  readonly out: string;
  /** The names of the selected emitters. */
  readonly generators: readonly string[];
  /** A file whose text is put at the top of every generated file. */
  readonly headerFile: string | undefined;
  /** The extension of relative imports in generated code. */
  readonly importExtension: ImportExtension;
  /** In bytes, for the descriptions of a CRD. */
  readonly maxDescLen: number | undefined;
  /** Whether to omit the most deeply nested descriptions of a CRD that is too large for `kubectl apply`. */
  readonly trimDescriptions: boolean;
  /** Metadata within an object keeps its name, namespace, labels, annotations and finalizers. */
  readonly embeddedObjectMeta: boolean;
  /** Removes the output of earlier runs for groups that are no longer selected. */
  readonly prune?: boolean;
  /** Compares and writes nothing. */
  readonly check: boolean;
  /** Warnings keep anything from being written, as errors do. */
  readonly strict: boolean;
  /** The operator whose deployment is generated. Defaults to none. */
  readonly operator?: OperatorConfig | undefined;
}
