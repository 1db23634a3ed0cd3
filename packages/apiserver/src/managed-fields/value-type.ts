import type { JsonValue } from '@vmgen/base/json';

/**
 * The type of a value for field management: structured-merge-diff's `Atom`. A value can have
 * several of the kinds scalar, list and map.
 */
export interface ValueType {
  readonly scalar?: ScalarType;
  readonly list?: ListType;
  readonly map?: MapType;
}

export type ScalarType = 'numeric' | 'string' | 'boolean' | 'untyped';

export interface ListType {
  /** An atomic list is owned as a whole, an associative one by item. */
  readonly associative: boolean;
  /** The fields that identify an item; empty for a set of scalars. */
  readonly keys: readonly string[];
  readonly element: ValueType;
}

export interface MapType {
  /** An atomic map is owned as a whole. */
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, MapField>;
  /** The type of entries that are not in `fields`; undefined if no others are allowed. */
  readonly element: ValueType | undefined;
}

export interface MapField {
  readonly type: ValueType;
  /** The value of an absent key of a list item. */
  readonly default?: JsonValue;
}

/** Returns the type of the entry `name` of a map; undefined if the schema does not allow it. */
export function entryType(map: MapType, name: string): ValueType | undefined {
  return map.fields.get(name)?.type ?? map.element;
}

const NO_FIELDS: ReadonlyMap<string, MapField> = new Map<string, MapField>();

/** Any value, owned as a whole. */
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

/** Any value without a schema: maps are owned by field, lists as a whole. */
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

/** Whether a map is open: it declares no field and allows any. */
export function isOpenMap(map: MapType): boolean {
  const { element, fields } = map;
  return fields.size === 0 && element?.scalar === 'untyped' && element !== untypedAtomic;
}
