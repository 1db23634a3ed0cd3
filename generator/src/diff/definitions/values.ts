import type { ChangeDefinitions } from './definition.js';
import { integer, object, string, ofSpec } from './example-schemas.js';

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
  'enum-added': {
    class: 'breaking',
    title: 'Enum added',
    why: 'All other values are rejected.',
    ratchets: 'value',
    example: ofSpec(
      object({ color: string }),
      object({ color: { type: 'string', enum: ['red', 'blue'] } }),
      { color: 'green' },
    ),
  },
  'enum-shrunk': {
    class: 'breaking',
    title: 'Enum value removed',
    why: 'Requests with the value are rejected.',
    ratchets: 'value',
    example: ofSpec(
      object({ color: { type: 'string', enum: ['red', 'blue'] } }),
      object({ color: { type: 'string', enum: ['red'] } }),
      { color: 'blue' },
    ),
  },
  'enum-grown': {
    class: 'safe',
    title: 'Enum value added, or enum removed',
    why: 'Requests stay valid; the controller that reads the value is released with the definition.',
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
  'bound-tightened': {
    class: 'breaking',
    title: 'Bound added or tightened',
    why: 'Values within the old bound are rejected.',
    ratchets: 'value',
    example: ofSpec(
      object({ size: { type: 'integer', maximum: 10 } }),
      object({ size: { type: 'integer', maximum: 5 } }),
      { size: 7 },
    ),
  },
  'bound-loosened': {
    class: 'safe',
    title: 'Bound widened or removed',
    why: 'Values within the old bound stay valid.',
    example: ofSpec(
      object({ name: { type: 'string', maxLength: 10 } }),
      object({ name: { type: 'string', maxLength: 20 } }),
    ),
  },
  'pattern-added': {
    class: 'breaking',
    title: 'Pattern added',
    why: 'Values that do not match are rejected.',
    ratchets: 'value',
    example: ofSpec(
      object({ name: string }),
      object({ name: { type: 'string', pattern: '^[a-z]+$' } }),
      { name: 'A' },
    ),
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
  'pattern-loosened': {
    class: 'safe',
    title: 'Alternative added to a pattern',
    why: 'Values that matched the old pattern stay valid.',
    example: ofSpec(
      object({ name: { type: 'string', pattern: '^(a|b)$' } }),
      object({ name: { type: 'string', pattern: '^(a|b|c)$' } }),
      { name: 'a' },
    ),
  },
  'pattern-removed': {
    class: 'safe',
    title: 'Pattern removed',
    why: 'Values that matched the old pattern stay valid.',
    example: ofSpec(
      object({ name: { type: 'string', pattern: '^[a-z]+$' } }),
      object({ name: string }),
    ),
  },
  'format-tightened': {
    class: 'breaking',
    title: 'Enforced format added or changed',
    why: 'Values without the format are rejected. Formats that the server does not know are documentation, and their changes are not reported.',
    ratchets: 'value',
    example: ofSpec(
      object({ at: string }),
      object({ at: { type: 'string', format: 'date-time' } }),
      { at: 'noon' },
    ),
  },
  'format-loosened': {
    class: 'safe',
    title: 'Format widened or removed',
    why: 'Values with the old format stay valid.',
    example: ofSpec(
      object({ size: { type: 'integer', format: 'int32' } }),
      object({ size: { type: 'integer', format: 'int64' } }),
    ),
  },
  'tightening-without-effect': {
    class: 'safe',
    title: 'Constraint added or tightened without excluding a value',
    why: 'Every value of the enum is valid in the new schema, or other constraints of the old schema imply the new one.',
    example: ofSpec(
      object({ color: { type: 'string', enum: ['red', 'blue'] } }),
      object({ color: { type: 'string', enum: ['red', 'blue'], maxLength: 4 } }),
    ),
  },
} as const satisfies ChangeDefinitions;
