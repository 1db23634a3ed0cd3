import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  stringType,
  structType,
  timestampType,
  uintType,
  wrapperType,
  type CelType,
} from '../types/cel-type.js';
import type { VisitBudget } from '../values/cost-limit-error.js';
import { ValueMap } from '../values/value-map.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  CelObject,
  typeNameOf,
  Uint,
  type CelValue,
} from '../values/value.js';
import { checkedDuration, checkedTimestamp } from './operators.js';
import { toField, toMembers, type FieldKind } from './proto-fields.js';

const NANOS = 1_000_000_000n;

/** The fields of a message by name. */
type Fields = ReadonlyMap<string, CelValue>;

/** A message of protobuf that expressions can create, such as `google.protobuf.Duration{seconds: 5}`. */
interface WellKnownMessage {
  readonly type: CelType;
  /** Whether an expression can use the name as a value, as in `type(x) == google.protobuf.Duration`. */
  readonly isValue: boolean;
  /** The type of a field. Undefined if the message has no such field. */
  fieldType(name: string): CelType | undefined;
  /**
   * Creates the value.
   *
   * @throws CostLimitError if the fields contain too many values
   */
  create(fields: Fields, budget: VisitBudget): CelValue;
}

/** An Empty. All are equal. */
class EmptyMessage extends CelObject {
  override readonly typeName = 'google.protobuf.Empty';

  override equals(): boolean {
    return true;
  }
}

const PREFIX = 'google.protobuf.';
const objectType = mapType(stringType, dynType);
const arrayType = listType(dynType);

const WRAPPERS: readonly (readonly [string, CelType, FieldKind, CelValue])[] = [
  ['BoolValue', boolType, 'bool', false],
  ['BytesValue', bytesType, '[]uint8', new Uint8Array()],
  ['DoubleValue', doubleType, 'float64', 0],
  ['FloatValue', doubleType, 'float32', 0],
  ['Int32Value', intType, 'int32', 0n],
  ['Int64Value', intType, 'int64', 0n],
  ['StringValue', stringType, 'string', ''],
  ['UInt32Value', uintType, 'uint32', new Uint(0n)],
  ['UInt64Value', uintType, 'uint64', new Uint(0n)],
];

const VALUE_TYPES: Readonly<Record<string, CelType>> = {
  null_value: intType,
  number_value: doubleType,
  string_value: stringType,
  bool_value: boolType,
  struct_value: objectType,
  list_value: arrayType,
};

const VALUE_KINDS: Readonly<Record<string, FieldKind>> = {
  null_value: 'structpb.NullValue',
  number_value: 'float64',
  string_value: 'string',
  bool_value: 'bool',
  struct_value: '*structpb.Struct',
  list_value: '*structpb.ListValue',
};

/** The constants of enums by name. The enums themselves have no name in expressions. */
export const ENUM_CONSTANTS: ReadonlyMap<string, bigint> = new Map([
  ['google.protobuf.NullValue.NULL_VALUE', 0n],
]);

/** The messages by name. */
export const WELL_KNOWN_MESSAGES: ReadonlyMap<string, WellKnownMessage> = new Map([
  ...WRAPPERS.map(([name, type, kind, initial]) => wrapper(PREFIX + name, type, kind, initial)),
  ofSeconds(timestampType, checkedTimestamp),
  ofSeconds(durationType, checkedDuration),
  message(
    'google.protobuf.Empty',
    structType('google.protobuf.Empty'),
    true,
    {},
    () => new EmptyMessage(),
  ),
  message('google.protobuf.Struct', objectType, false, { fields: objectType }, createStruct),
  message('google.protobuf.ListValue', arrayType, false, { values: arrayType }, createList),
  message('google.protobuf.Value', dynType, false, VALUE_TYPES, createValue),
  // Values would need the decoding of any message: creating one fails as upstream for an unknown type.
  message(
    'google.protobuf.Any',
    anyType,
    false,
    { type_url: stringType, value: bytesType },
    () => new CelError('unsupported conversion to ref.Val: (*dynamicpb.Message)'),
  ),
]);

function message(
  name: string,
  type: CelType,
  isValue: boolean,
  fields: Readonly<Record<string, CelType>>,
  create: WellKnownMessage['create'],
): [string, WellKnownMessage] {
  const fieldType = (field: string): CelType | undefined =>
    Object.hasOwn(fields, field) ? fields[field] : undefined;
  return [name, { type, isValue, fieldType, create }];
}

/** A message with one scalar: the expression sees the scalar. */
function wrapper(
  name: string,
  type: CelType,
  kind: FieldKind,
  initial: CelValue,
): [string, WellKnownMessage] {
  return message(name, wrapperType(type), false, { value: type }, (fields, budget) => {
    const value = fields.get('value');
    return value === undefined ? initial : toField(`${name}.value`, value, kind, budget);
  });
}

/** A message that counts seconds and nanoseconds. */
function ofSeconds(type: CelType, create: (nanos: bigint) => CelValue): [string, WellKnownMessage] {
  const { name } = type;
  return message(name, type, true, { seconds: intType, nanos: intType }, (fields, budget) => {
    const seconds = toField(`${name}.seconds`, fields.get('seconds') ?? 0n, 'int64', budget);
    if (typeof seconds !== 'bigint') return seconds;
    const nanos = toField(`${name}.nanos`, fields.get('nanos') ?? 0n, 'int32', budget);
    return typeof nanos === 'bigint' ? create(seconds * NANOS + nanos) : nanos;
  });
}

function createStruct(given: Fields, budget: VisitBudget): CelValue {
  const [name, fields] = ['google.protobuf.Struct.fields', given.get('fields')];
  if (fields === undefined) return new ValueMap();
  if (!(fields instanceof CelMap)) return unsupportedField(name, fields);
  return toMembers(name, fields, budget);
}

function createList(given: Fields, budget: VisitBudget): CelValue {
  const [name, values] = ['google.protobuf.ListValue.values', given.get('values')];
  if (values === undefined) return new ArrayList([]);
  if (!(values instanceof CelList)) return unsupportedField(name, values);
  return toMembers(name, values, budget);
}

/** Creates the member of a Value that was set last. An empty Value is null. */
function createValue(fields: Fields, budget: VisitBudget): CelValue {
  let result: CelValue = null;
  for (const [field, given] of fields) {
    const name = `google.protobuf.Value.${field}`;
    result = toField(name, given, VALUE_KINDS[field] ?? 'structpb.NullValue', budget);
    if (result instanceof CelError) return result;
    if (field === 'null_value') result = null;
  }
  return result;
}

const unsupportedField = (name: string, value: CelValue): CelError =>
  new CelError(`unsupported field type for ${name}: ${typeNameOf(value)}`);
