import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A marker as `controller-gen -wwww` describes it. */
interface MarkerHelp {
  readonly name: string;
  readonly target: string;
  readonly fields?: readonly { readonly name: string }[];
}

/**
 * Every marker of controller-gen as `target name`, and as `target name argument` for each of its
 * arguments that has a name, from the JSON that it prints of itself.
 */
export function knownMarkers(help: string): Set<string> {
  const categories = JSON.parse(help) as { markers: MarkerHelp[] }[];
  const known = new Set<string>();
  for (const { name, target, fields = [] } of categories.flatMap(({ markers }) => markers)) {
    known.add(`${target} ${name}`);
    for (const field of fields) if (field.name) known.add(`${target} ${name} ${field.name}`);
  }
  return known;
}

/** Which of `known` the API packages below a folder use, whatever their language. */
export async function usedMarkers(
  folder: string,
  known: ReadonlySet<string>,
): Promise<Set<string>> {
  const used = new Set<string>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(?:go|ts)$/.test(file)) continue;
    const text = await readFile(path.join(folder, file), 'utf8');
    for (const each of markersIn(text, path.parse(file).name, known)) used.add(each);
  }
  return used;
}

/**
 * Reads as much of the markers as counting them needs, a line at a time. A marker of doc.go and
 * doc.ts is of the package; elsewhere one that is indented is of a field, for nothing else is.
 */
function* markersIn(text: string, fileName: string, known: ReadonlySet<string>): Iterable<string> {
  for (const [, indent = '', head = '', tail = ''] of text.matchAll(
    /^([ \t]*)(?:\/\/|\*)[ \t]*\+([\w:-]+)(.*)$/gm,
  )) {
    const ofType = indent === '' || indent === ' ';
    const target = fileName === 'doc' ? 'package' : ofType ? 'type' : 'field';
    // `+kubebuilder:webhook:path=/x` is the marker kubebuilder:webhook, its first argument path.
    const name = [head, head.slice(0, head.lastIndexOf(':'))].find((each) =>
      known.has(`${target} ${each}`),
    );
    if (name === undefined) continue;
    yield `${target} ${name}`;
    for (const [, argument = ''] of `${head}${tail}`.matchAll(/[:,]([A-Za-z]+)=/g)) {
      if (known.has(`${target} ${name} ${argument}`)) yield `${target} ${name} ${argument}`;
    }
  }
}
