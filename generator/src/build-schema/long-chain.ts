import type { Type, TypeId, TypeTable } from '../types/type.js';

/** A longer chain of names is resolved from its end, because each step down takes stack. */
const LONG_CHAIN = 20;

/** The names and bases that a long chain leads through, its end first; empty for a short one. */
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

/** The named types from which the schema of a type starts. */
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
