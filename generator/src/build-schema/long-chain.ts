import type { Type, TypeId, TypeTable } from '../types/type.js';

/** A chain of names that is as long is followed from its end: each step down takes from the stack. */
const LONG_CHAIN = 20;

/** The names and bases that a long chain leads through, its end first; none for a short one. */
export function longChain(
  id: TypeId,
  types: TypeTable,
  isKnown: (id: TypeId) => boolean,
): readonly TypeId[] {
  const chain = new Set<TypeId>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const type = types.get(next)?.type;
    for (const base of type ? basesOf(type) : []) {
      if (chain.has(base) || isKnown(base)) continue;
      chain.add(base);
      waiting.push(base);
    }
  }
  return chain.size < LONG_CHAIN ? [] : [...chain].reverse();
}

/** The named types that the schema of a type starts from. */
function basesOf(type: Type): TypeId[] {
  switch (type.kind) {
    case 'named':
      return [type.id];
    case 'object':
      return type.bases.flatMap(basesOf);
    case 'nullable':
    case 'undefinable':
      return basesOf(type.type);
    case 'union':
      return type.members.flatMap(basesOf);
    default:
      return [];
  }
}
