import type { ChangeDefinitions } from './definition.js';
import { integer, object, ofSpec } from './example-schemas.js';

/** Changes of the allowed values. */
export const valueChanges = {
  'type-changed': {
    class: 'breaking',
    title: 'Type changed',
    why: 'Values of the old type are rejected, and typed clients read values of the new type incorrectly.',
    ratchets: 'value',
    example: ofSpec(object({ size: { type: 'number' } }), object({ size: integer }), { size: 1.5 }),
  },
  'type-widened': {
    class: 'risky',
    title: 'Type is wider',
    why: 'Requests stay valid; typed clients may read a value that does not fit their type, and CEL rules on the value may no longer compile.',
    example: ofSpec(
      object({ size: integer }),
      object({ size: { 'x-kubernetes-int-or-string': true } }),
    ),
  },
  'nullable-added': {
    class: 'risky',
    title: 'Value is nullable',
    why: 'The server dropped nulls of the field before; clients may now read one.',
    example: ofSpec(
      object({ size: integer }),
      object({ size: { type: 'integer', nullable: true } }),
    ),
  },
  'null-refused': {
    class: 'breaking',
    title: 'Null was dropped and is now rejected',
    why: 'A nullable field keeps a null, and another constraint on its values, such as an enum, rejects it.',
    example: ofSpec(
      object({ size: { type: 'string', enum: ['S', 'M'] } }),
      object({ size: { type: 'string', enum: ['S', 'M'], nullable: true } }),
      { size: null },
    ),
  },
  'nullable-removed': {
    class: 'breaking',
    title: 'Required value is no longer nullable',
    why: 'A null in a list is rejected; a null in a field is dropped, and the required field is then missing.',
    ratchets: 'object',
    example: ofSpec(
      object({ size: { type: 'integer', nullable: true } }, { required: ['size'] }),
      object({ size: integer }, { required: ['size'] }),
      { size: null },
    ),
  },
  'null-dropped': {
    class: 'risky',
    title: 'Field is no longer nullable',
    why: 'The server drops the null or replaces it with the default: the difference between null and an absent field is lost.',
    example: ofSpec(
      object({ size: { type: 'integer', nullable: true } }),
      object({ size: integer }),
    ),
  },
  'constraint-tightened': {
    class: 'breaking',
    title: 'Enum, bound, pattern or format added or tightened',
    why: 'Values that violate it are rejected. Formats that the server does not know are documentation, and their changes are not reported.',
    ratchets: 'value',
    example: ofSpec(
      object({ color: { type: 'string', enum: ['red', 'blue'] } }),
      object({ color: { type: 'string', enum: ['red'] } }),
      { color: 'blue' },
    ),
  },
  'constraint-loosened': {
    class: 'safe',
    title: 'Constraint loosened or removed',
    why: 'Values that were valid stay valid. The controller that reads new values is released with the definition.',
    example: ofSpec(
      object({ color: { type: 'string', enum: ['red'] } }),
      object({ color: { type: 'string', enum: ['red', 'blue'] } }),
    ),
  },
  'status-enum-grown': {
    class: 'risky',
    title: 'Enum value of a status field added, or enum removed',
    why: 'Clients that read the status may not know the new value.',
    example: {
      of: 'status',
      old: object({ phase: { type: 'string', enum: ['Ready'] } }),
      new: object({ phase: { type: 'string', enum: ['Ready', 'Lost'] } }),
    },
  },
  'pattern-changed': {
    class: 'breaking',
    title: 'Pattern changed',
    why: 'The values that two patterns match are not compared: values that were valid may be rejected.',
    ratchets: 'value',
    example: ofSpec(
      object({ name: { type: 'string', pattern: '^[a-z0-9]+$' } }),
      object({ name: { type: 'string', pattern: '^[a-z]+$' } }),
      { name: 'a1' },
    ),
  },
  'tightening-without-effect': {
    class: 'safe',
    title: 'Constraint added or tightened without excluding a value',
    why: 'Every value of the enum is valid in the new schema, other constraints of the old schema imply the new one, or the server adds the default of a required field before it checks.',
    example: ofSpec(
      object({ color: { type: 'string', enum: ['red', 'blue'] } }),
      object({ color: { type: 'string', enum: ['red', 'blue'], maxLength: 4 } }),
    ),
  },
} as const satisfies ChangeDefinitions;
