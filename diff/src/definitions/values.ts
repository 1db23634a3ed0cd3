import type { ChangeDefinitions } from './definition.js';

/** What a value may be. */
export const valueChanges = {
  'type-changed': {
    class: 'breaking',
    title: 'A value has another type',
    why: 'Values of the old type are refused, and every typed client reads the new one wrongly.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'number' } } },
      new: { type: 'object', properties: { size: { type: 'integer' } } },
      value: { size: 1.5 },
    },
  },
  'type-widened': {
    class: 'risky',
    title: 'A value may have further types',
    why: 'What clients send stays good; typed clients that read may meet a value that does not fit their type, and CEL rules on the value may not compile any more.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer' } } },
      new: { type: 'object', properties: { size: { 'x-kubernetes-int-or-string': true } } },
    },
  },
  'nullable-added': {
    class: 'risky',
    title: 'A value may be null now',
    why: 'The server dropped nulls of the field before; clients that read may meet one now.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer' } } },
      new: { type: 'object', properties: { size: { type: 'integer', nullable: true } } },
    },
  },
  'null-refused': {
    class: 'breaking',
    title: 'A null is refused that was dropped',
    why: 'A field that may be null keeps the null, and what else is said of its values, such as an enum, refuses it.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'string', enum: ['S', 'M'] } } },
      new: {
        type: 'object',
        properties: { size: { type: 'string', enum: ['S', 'M'], nullable: true } },
      },
      value: { size: null },
    },
  },
  'nullable-removed': {
    class: 'breaking',
    title: 'A value that must be there may not be null any more',
    why: 'A null in a list is refused, and one of a field is dropped, which leaves a required one missing.',
    ratchets: 'object',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        required: ['size'],
        properties: { size: { type: 'integer', nullable: true } },
      },
      new: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
      value: { size: null },
    },
  },
  'null-dropped': {
    class: 'risky',
    title: 'A field may not be null any more',
    why: 'The server drops the null, or puts the default in its place: what null said apart from an absent field is lost.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer', nullable: true } } },
      new: { type: 'object', properties: { size: { type: 'integer' } } },
    },
  },
  'enum-added': {
    class: 'breaking',
    title: 'A value must be one of a few now',
    why: 'All other values are refused.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { color: { type: 'string' } } },
      new: { type: 'object', properties: { color: { type: 'string', enum: ['red', 'blue'] } } },
      value: { color: 'green' },
    },
  },
  'enum-shrunk': {
    class: 'breaking',
    title: 'A value may not be one of those any more that it could be',
    why: 'Clients that send it are refused.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { color: { type: 'string', enum: ['red', 'blue'] } } },
      new: { type: 'object', properties: { color: { type: 'string', enum: ['red'] } } },
      value: { color: 'blue' },
    },
  },
  'enum-grown': {
    class: 'safe',
    title: 'A value may be something else as well',
    why: 'What clients send stays good; the controller that reads it comes with the definition.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { color: { type: 'string', enum: ['red'] } } },
      new: { type: 'object', properties: { color: { type: 'string', enum: ['red', 'blue'] } } },
    },
  },
  'status-enum-grown': {
    class: 'risky',
    title: 'A value of the status may be something else as well',
    why: 'Clients that read the status may not know the new value.',
    example: {
      of: 'status',
      old: { type: 'object', properties: { phase: { type: 'string', enum: ['Ready'] } } },
      new: { type: 'object', properties: { phase: { type: 'string', enum: ['Ready', 'Lost'] } } },
    },
  },
  'bound-tightened': {
    class: 'breaking',
    title: 'A bound is narrower, or new',
    why: 'Values that were within the old bound are refused.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer', maximum: 10 } } },
      new: { type: 'object', properties: { size: { type: 'integer', maximum: 5 } } },
      value: { size: 7 },
    },
  },
  'bound-loosened': {
    class: 'safe',
    title: 'A bound is wider, or gone',
    why: 'What was within the bound still is.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { name: { type: 'string', maxLength: 10 } } },
      new: { type: 'object', properties: { name: { type: 'string', maxLength: 20 } } },
    },
  },
  'pattern-added': {
    class: 'breaking',
    title: 'A value must match a pattern now',
    why: 'Values that do not match are refused.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { name: { type: 'string' } } },
      new: { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z]+$' } } },
      value: { name: 'A' },
    },
  },
  'pattern-changed': {
    class: 'breaking',
    title: 'A value must match another pattern',
    why: 'What two patterns match is not compared: some values may be refused that were good.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z0-9]+$' } } },
      new: { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z]+$' } } },
      value: { name: 'a1' },
    },
  },
  'pattern-loosened': {
    class: 'safe',
    title: 'A value may match a further alternative of a pattern',
    why: 'What matched is still good.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { name: { type: 'string', pattern: '^(a|b)$' } } },
      new: { type: 'object', properties: { name: { type: 'string', pattern: '^(a|b|c)$' } } },
      value: { name: 'a' },
    },
  },
  'pattern-removed': {
    class: 'safe',
    title: 'A value need not match a pattern any more',
    why: 'What matched is still good.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z]+$' } } },
      new: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
  'format-tightened': {
    class: 'breaking',
    title: 'A value must have a format that the server enforces',
    why: 'Values of another format are refused. Formats that the server does not know are documentation, and their changes are not told.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { at: { type: 'string' } } },
      new: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } },
      value: { at: 'noon' },
    },
  },
  'format-loosened': {
    class: 'safe',
    title: 'A value need not have a format any more, or has a wider one',
    why: 'What had the format is still good.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer', format: 'int32' } } },
      new: { type: 'object', properties: { size: { type: 'integer', format: 'int64' } } },
    },
  },
  'tightening-without-effect': {
    class: 'safe',
    title: 'A constraint is new or narrower, and all that the enum allowed still fits it',
    why: 'Every value that could be sent before was tried against the new schema.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { color: { type: 'string', enum: ['red', 'blue'] } } },
      new: {
        type: 'object',
        properties: { color: { type: 'string', enum: ['red', 'blue'], maxLength: 4 } },
      },
    },
  },
} as const satisfies ChangeDefinitions;
