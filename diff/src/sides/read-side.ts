import { normalize } from 'node:path';
import { readDocuments } from '#import/documents/read-documents.js';
import { formatProblem, type SourceText } from '@vmgen/base/yaml';
import { createTextLocator, type TextLocator } from './locate-in-text.js';
import type { Side } from './side.js';

/** What texts hold as CRDs. */
interface ReadSideOptions {
  /** The API groups that count; all where there are none. */
  readonly onlyGroups: readonly string[];
  /** Why there are not all texts. */
  readonly problems: readonly string[];
}

/** Reads the CRDs of texts; other objects are passed over. */
export function readSide(texts: readonly SourceText[], options: ReadSideOptions): Side {
  const isWanted = (group: string): boolean =>
    options.onlyGroups.length === 0 || options.onlyGroups.includes(group);
  const { crds, problems } = readDocuments(texts, { wants: ({ group }) => isWanted(group) });
  const locators = new Map<string, TextLocator>();
  const locatorOf = (source: string): TextLocator | undefined => {
    const text = texts.find((each) => each.source === source)?.text;
    if (text !== undefined && !locators.has(source)) locators.set(source, createTextLocator(text));
    return locators.get(source);
  };
  return {
    crds: crds.map(({ crd, source }) => ({
      crd,
      locate: (at) => {
        if (source === 'standard input') return undefined;
        const place = locatorOf(source)?.(crd.metadata.name, at);
        return { line: 1, column: 1, ...place, file: normalize(source) };
      },
    })),
    problems: [...options.problems, ...problems.map(formatProblem)],
    diagnostics: [],
    missing: [],
  };
}
