import type { ProjectFolder } from './project-folder.js';

/** The setting `vmgen.server`. */
export type Choice = 'auto' | 'plugin' | 'lsp';

/** Which projects have a language server; the plugin of TypeScript's server has all others. */
export interface ServerPlan {
  /** The folders of each server, by the script of the vmgen that serves them. */
  readonly servers: ReadonlyMap<string, readonly string[]>;
  /** Folders that need a server, but have no vmgen. */
  readonly withoutVmgen: readonly string[];
}

/** @param usesNative whether the editor uses TypeScript 7, which has no plugins, for all files */
export function planServers(
  projects: readonly ProjectFolder[],
  choice: Choice,
  usesNative: boolean,
): ServerPlan {
  const served = projects.filter(
    ({ typeScript = 0 }) =>
      choice === 'lsp' || (choice === 'auto' && (usesNative || typeScript >= 7)),
  );
  const servers = new Map<string, string[]>();
  for (const { folder, command } of served) {
    if (command === undefined) continue;
    servers.set(command, [...(servers.get(command) ?? []), folder]);
  }
  const withoutVmgen = served.filter(({ command }) => command === undefined);
  return { servers, withoutVmgen: withoutVmgen.map(({ folder }) => folder) };
}
