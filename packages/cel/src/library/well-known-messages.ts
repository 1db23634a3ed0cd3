import { durationType, intType, timestampType, type CelType } from '../types/cel-type.js';
import { CelError, type CelValue } from '../values/value.js';
import { checkedDuration, checkedTimestamp } from './operators.js';

const NANOS = 1_000_000_000n;

/** A message of protobuf that expressions can create, such as `google.protobuf.Duration{seconds: 5}`. */
interface WellKnownMessage {
  readonly type: CelType;
  /** The type of a field. Undefined if the message has no such field. */
  fieldType(name: string): CelType | undefined;
  /** Creates the value. Absent fields are 0. */
  create(fields: ReadonlyMap<string, CelValue>): CelValue;
}

/** The messages by name. Both count seconds and nanoseconds. */
export const WELL_KNOWN_MESSAGES: ReadonlyMap<string, WellKnownMessage> = new Map([
  [timestampType.name, ofSeconds(timestampType, checkedTimestamp)],
  [durationType.name, ofSeconds(durationType, checkedDuration)],
]);

function ofSeconds(type: CelType, create: (nanos: bigint) => CelValue): WellKnownMessage {
  return {
    type,
    fieldType: (name) => (name === 'seconds' || name === 'nanos' ? intType : undefined),
    create(fields) {
      const [seconds, nanos] = [fields.get('seconds') ?? 0n, fields.get('nanos') ?? 0n];
      if (typeof seconds !== 'bigint' || typeof nanos !== 'bigint') {
        return new CelError('no such overload');
      }
      if (BigInt.asIntN(32, nanos) !== nanos) return new CelError('integer overflow');
      return create(seconds * NANOS + nanos);
    },
  };
}
