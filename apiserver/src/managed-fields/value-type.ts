import type { JsonValue } from '@vmgen/base/json';

/**
 * What ownership tracking knows of a value's type: structured-merge-diff's `Atom`. A value may be
 * allowed to be more than one of scalar, list and map.
 */
export interface ValueType {
  readonly scalar?: ScalarType;
  readonly list?: ListType;
  readonly map?: MapType;
}

export type ScalarType = 'numeric' | 'string' | 'boolean' | 'untyped';

export interface ListType {
  /** An atomic list is owned as a whole; the elements of an associative one each. */
  readonly associative: boolean;
  /** The fields that identify an element; empty for a set of scalars. */
  readonly keys: readonly string[];
  readonly element: ValueType;
}

export interface MapType {
  /** An atomic map is owned as a whole. */
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, MapField>;
  /** The type of what is not in `fields`; undefined where nothing else is allowed. */
  readonly element: ValueType | undefined;
}

export interface MapField {
  readonly type: ValueType;
  /** Stands in for an absent key of a list element. */
  readonly default?: JsonValue;
}

/** The type of the entry `name` of a map; undefined where the schema does not allow it. */
export function entryType(map: MapType, name: string): ValueType | undefined {
  return map.fields.get(name)?.type ?? map.element;
}

const NO_FIELDS: ReadonlyMap<string, MapField> = new Map<string, MapField>();

/** Anything, owned as a whole. */
export const untypedAtomic: ValueType = {
  scalar: 'untyped',
  list: {
    associative: false,
    keys: [],
    get element(): ValueType {
      return untypedAtomic;
    },
  },
  map: {
    atomic: true,
    fields: NO_FIELDS,
    get element(): ValueType {
      return untypedAtomic;
    },
  },
};

/** Anything without a schema: maps are owned by field, lists as a whole. */
export const deducedType: ValueType = {
  scalar: 'untyped',
  list: { associative: false, keys: [], element: untypedAtomic },
  map: {
    atomic: false,
    fields: NO_FIELDS,
    get element(): ValueType {
      return deducedType;
    },
  },
};

/** Whether a map is open: no field is declared and anything may stand in it. */
export function isOpenMap(map: MapType): boolean {
  const { element, fields } = map;
  return fields.size === 0 && element?.scalar === 'untyped' && element !== untypedAtomic;
}
