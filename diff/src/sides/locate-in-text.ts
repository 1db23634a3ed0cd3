import {
  composeYaml,
  loadYaml,
  mostTokens,
  splitDocuments,
  textPlace,
  type TextPlace,
} from '@vmgen/base/yaml';
import type { DocumentPath } from '../compare/change.js';

/** Finds parts of CRDs in a text; see {@link createTextLocator}. */
export type TextLocator = (name: string | undefined, at: DocumentPath) => TextPlace | undefined;

/**
 * Finds the position of a part of a CRD in a text of one or more YAML or JSON documents, each of which is
 * parsed once. A part that does not exist has the position of its parent. Undefined if the CRD is not found.
 */
export function createTextLocator(text: string): TextLocator {
  const yaml = loadYaml();
  const documents = splitDocuments(text).map((document) => {
    let root: Node | undefined;
    return { ...document, root: () => (root ??= composed(document.text)) };
  });
  return (name, at) => {
    for (const document of documents) {
      // Spares the tree of documents that cannot be it.
      if (name !== undefined && !document.text.includes(name)) continue;
      const offset = offsetIn(document.root(), name, at, yaml);
      if (offset !== undefined) return textPlace(document.text, offset, document.firstLine);
    }
    return undefined;
  };
}

type Node = ReturnType<typeof composeYaml>;
type Yaml = ReturnType<typeof loadYaml>;

/** JSON may be laid out in ways that YAML may not. */
function composed(text: string): Node {
  try {
    return composeYaml(loadYaml(), text, { maxTokens: mostTokens(text) });
  } catch {
    return null;
  }
}

function offsetIn(
  node: unknown,
  name: string | undefined,
  at: DocumentPath,
  yaml: Yaml,
): number | undefined {
  const items = stepInto(node, 'items', yaml)?.value;
  if (yaml.isSeq(items)) {
    for (const item of items.items) {
      const offset = offsetIn(item, name, at, yaml);
      if (offset !== undefined) return offset;
    }
    return undefined;
  }
  const metadata = stepInto(node, 'metadata', yaml)?.value;
  const named = stepInto(metadata, 'name', yaml)?.value;
  if (!yaml.isScalar(named) || named.value !== name) return undefined;
  let offset = startOf(node, yaml);
  let value = node;
  for (const step of at) {
    const next = stepInto(value, step, yaml);
    if (next === undefined) break;
    offset = startOf(next.key, yaml) ?? offset;
    value = next.value;
  }
  return offset;
}

/** A field or an item, and the key that identifies it. */
function stepInto(
  node: unknown,
  step: string | number,
  yaml: Yaml,
): { readonly key: unknown; readonly value: unknown } | undefined {
  if (yaml.isMap(node)) {
    return node.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === String(step));
  }
  if (!yaml.isSeq(node) || typeof step !== 'number') return undefined;
  const item = node.items[step];
  return item === undefined ? undefined : { key: item, value: item };
}

const startOf = (node: unknown, yaml: Yaml): number | undefined =>
  yaml.isNode(node) ? node.range?.[0] : undefined;
