import { existsSync, readFileSync } from 'node:fs';
import { plural } from '../text/plural.js';
import type { OutputFile } from '../write/plan-write.js';
import type { WriteSettings } from './init-options.js';
import { newErrors } from './new-errors.js';
import { buildHere } from './next-steps.js';
import { mainStatements } from './project-files.js';
import type { CommandReport } from './report.js';
import {
  difference,
  NOTHING_KEPT,
  notWritten,
  plan,
  type ProjectConfig,
  write,
} from './write-project.js';

/** An edit of a file of the user; without a text, the edit that the user has to make. */
export type Edit = OutputFile | { readonly advice: string };

/**
 * Writes new files and edits, all or none. An existing file with other content prevents it, and so does an error
 * of the project with them.
 *
 * @param project with the config after the edits
 */
export async function addFiles(
  files: readonly OutputFile[],
  edits: readonly Edit[],
  settings: WriteSettings,
  project: ProjectConfig,
): Promise<CommandReport> {
  const { kept, stderr } = settings.force ? NOTHING_KEPT : plan(files, '.');
  if (kept.length > 0) {
    const end = `${plural(kept.length, 'file')} with other content; --force overwrites; nothing was written`;
    return { exitCode: 1, stdout: [], stderr: [...stderr, end] };
  }
  const edited = edits.flatMap((edit) => ('text' in edit ? [edit] : []));
  const shown = edited.flatMap(({ path, text }) =>
    readFileSync(path, 'utf8') === text ? [] : difference(path, text),
  );
  const all = [...files, ...edited];
  const errors = await newErrors(project, all);
  if (errors.length > 0) return notWritten(errors);
  const { created, kept: changed } = plan(all, '.');
  const report = write(all, '.', { ...settings, force: true }, NOTHING_KEPT);
  if (report.exitCode !== 0) return report;
  const advice = edits.flatMap((edit) => ('advice' in edit ? [edit.advice] : []));
  const isSame = created.length + changed.length + advice.length === 0;
  const next = isSame || settings.dryRun ? [] : [`next: ${buildHere()}`];
  return { ...report, stdout: [...report.stdout, ...shown, ...advice, ...next] };
}

/** A project with one more version of a group. */
export function withGroup(
  { path, config }: ProjectConfig,
  folder: string,
  version: string,
): ProjectConfig {
  const groups = [config.groups ?? []].flat();
  const own = groups.findIndex((each) => each.startsWith(`${folder}:`) && !each.includes(' '));
  const next =
    own < 0
      ? [...groups, `${folder}:${version}`]
      : groups.map((each, index) => (index === own ? `${each},${version}` : each));
  return { path, config: { ...config, groups: next } };
}

/** The groups of a project in the file of its config. */
export function configEdit({ path, config: { groups } }: ProjectConfig): Edit {
  if (!path.endsWith('.json')) {
    return { advice: `set groups in ${path} to ${JSON.stringify(groups)}` };
  }
  const given: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const text = JSON.stringify({ ...Object(given), groups }, undefined, 2);
  return { path, text: `${text}\n` };
}

/** `src/main.ts` with one more controller or webhook, if it has the form that vmgen wrote. */
export function withCall(...added: Parameters<typeof mainStatements>): Edit {
  const path = 'src/main.ts';
  const { load, call } = mainStatements(...added);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.includes(load)) return { path, text };
  const imports = [...text.matchAll(/^import .*;$/gm)].at(-1);
  const end = /\n\}\);\n$/.exec(text);
  if (imports === undefined || end === null) {
    return { advice: `add to ${path}: ${load} and, where the manager is set up, ${call}` };
  }
  const place = imports.index + imports[0].length;
  return {
    path,
    text: `${text.slice(0, place)}\n${load}${text.slice(place, end.index)}\n  ${call}${text.slice(end.index)}`,
  };
}
