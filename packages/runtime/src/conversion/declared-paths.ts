import { isWildcard, parseFieldPath } from './field-path.js';

/** The fields of one version that another version may not express, as a tree of steps. */
export interface DeclaredPaths {
  /** Whether the other version may not express the field and everything in it. */
  isHidden?: boolean;
  /** Whether a conversion there and back may create the object, because it creates fields in it. */
  isCreated?: boolean;
  /** The fields that identify the items of the list; none for a set, whose items identify themselves. */
  keys?: readonly string[];
  readonly parts: Map<string, DeclaredPaths>;
}

/** A field of an object on the way through it. */
export interface Place {
  readonly paths: DeclaredPaths | undefined;
  /** Whether the field, or one around it, is hidden. */
  readonly isHidden: boolean;
}

interface Declarations {
  readonly hidden: readonly string[];
  /** Fields that a conversion sets: the objects around them may be created. */
  readonly set: readonly string[];
  /** The keys of lists by path. */
  readonly listKeys: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the declared paths. The status is not one of them: only clients with permission for the
 * status may change it, and a conversion cannot distinguish clients.
 */
export function declaredPaths({ hidden, set, listKeys }: Declarations): DeclaredPaths {
  const root: DeclaredPaths = { parts: new Map() };
  const nodeAt = (steps: readonly string[]): DeclaredPaths => {
    let node = root;
    for (const step of steps) {
      const next = node.parts.get(step) ?? { parts: new Map() };
      node.parts.set(step, next);
      node = next;
    }
    return node;
  };
  const own = (text: string): readonly string[] => {
    const steps = parseFieldPath(text);
    return steps[0] === 'status' || steps[0] === 'metadata' ? [] : steps;
  };
  for (const path of hidden) if (own(path).length > 0) nodeAt(own(path)).isHidden = true;
  for (const path of set) {
    const steps = own(path);
    for (let length = steps.length - 1; length > 0; length--) {
      if (isWildcard(steps[length - 1] ?? '')) break;
      nodeAt(steps.slice(0, length)).isCreated = true;
    }
  }
  for (const [path, keys] of Object.entries(listKeys)) {
    if (own(path).length > 0) nodeAt(own(path)).keys = keys;
  }
  return root;
}

/** Returns the place of a field, a value of a map, or (`[]`) the items of a list. */
export function placeIn({ paths, isHidden }: Place, step: string): Place {
  const part = paths?.parts.get(step) ?? (step === '[]' ? undefined : paths?.parts.get('*'));
  return { paths: part, isHidden: isHidden || part?.isHidden === true };
}

/** Whether something at the place, or in it, may be restored. */
export const isDeclared = ({ paths, isHidden }: Place): boolean => isHidden || paths !== undefined;
