import { nearest } from '../../text/nearest.js';
import type { ArgumentDefinition, ArgumentDefinitions, MarkerValue } from './arguments.js';
import type { MarkerForm } from './definition.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import type { ValueParser } from './value-parser.js';

type Values = Record<string, MarkerValue>;

/** `=value`. */
export function readValue(parser: ValueParser, { value, ...form }: MarkerForm): Values {
  const at = parser.offset;
  if (parser.isAtEnd()) {
    if (value?.required) throw new MarkerSyntaxError('VMGEN3101', 'the value is missing', at);
    refuseMissing(form.arguments ?? {}, {}, at);
    return {};
  }
  if (!value) throw new MarkerSyntaxError('VMGEN3102', 'takes no value', at);
  parser.take('=');
  if (value.mayBeEmpty && parser.isAtEnd()) return { value: '' };
  const parsed = parser.value(value.type);
  refuseRest(parser);
  return { value: parsed };
}

/** `name=value,name=value`. */
export function readArguments(parser: ValueParser, known: ArgumentDefinitions): Values {
  const start = parser.offset;
  const values: Values = {};
  let last = '';
  do {
    const at = parser.offset;
    const name = parser.name();
    if (!Object.hasOwn(known, name) && known[last]?.type.type === 'list' && !parser.take('=')) {
      const message = `unknown argument ${name}; values of ${last} are separated by ";"`;
      throw new MarkerSyntaxError('VMGEN3102', message, at);
    }
    const { type } = argumentOf(known, name, at);
    last = name;
    refuseTwice(values, name, at);
    const hasValue = parser.take('=');
    if (!hasValue && type.type !== 'boolean') {
      throw new MarkerSyntaxError('VMGEN3101', `the argument ${name} has no value`, parser.offset);
    }
    values[name] = hasValue ? parser.value(type) : true;
  } while (parser.take(','));
  refuseRest(parser);
  refuseMissing(known, values, start);
  return values;
}

/** `(value)` or `(name: value, name: value)`. */
export function readParameters(parser: ValueParser, form: MarkerForm): Values {
  const { parameters: known = {}, freeParameters: free } = form;
  const start = parser.offset;
  const values: Values = {};
  if (!parser.take('(')) {
    refuseMissing(known, values, start);
    if (free) throw new MarkerSyntaxError('VMGEN3101', 'does not name a field of the item', start);
    return values;
  }
  if (!form.parameters && !free) {
    throw new MarkerSyntaxError('VMGEN3102', 'takes no arguments in parentheses', start);
  }
  while (!parser.take(')')) {
    const at = parser.offset;
    const hasName = parser.isName(':');
    const name = hasName ? parser.name() : '';
    if (hasName) parser.take(':');
    if (!hasName && !Object.hasOwn(known, '')) {
      throw new MarkerSyntaxError('VMGEN3107', 'expected name: value', at);
    }
    refuseTwice(values, name, at);
    values[name] = parser.parameter(free ?? argumentOf(known, name, at).type);
    if (parser.take(',')) continue;
    if (parser.take(')')) break;
    throw new MarkerSyntaxError('VMGEN3107', 'expected , or )', parser.offset);
  }
  refuseMissing(known, values, start);
  return values;
}

function argumentOf(known: ArgumentDefinitions, name: string, at: number): ArgumentDefinition {
  const argument = Object.hasOwn(known, name) ? known[name] : undefined;
  if (argument) return argument;
  const suggestion = nearest(name, Object.keys(known));
  throw new MarkerSyntaxError(
    'VMGEN3102',
    `unknown argument ${name}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
    at,
    suggestion === undefined ? undefined : { old: name, text: suggestion },
  );
}

function refuseTwice(values: Values, name: string, at: number): void {
  if (!Object.hasOwn(values, name)) return;
  const what = name === '' ? 'the argument' : `the argument ${name}`;
  throw new MarkerSyntaxError('VMGEN3006', `${what} is specified twice`, at);
}

function refuseMissing(known: ArgumentDefinitions, values: Values, at: number): void {
  for (const [name, { required }] of Object.entries(known)) {
    if (!required || Object.hasOwn(values, name)) continue;
    const what = name === '' ? 'the argument in parentheses' : `the argument ${name}`;
    throw new MarkerSyntaxError('VMGEN3101', `${what} is missing`, at);
  }
}

function refuseRest(parser: ValueParser): void {
  if (parser.isAtEnd()) return;
  throw new MarkerSyntaxError(
    'VMGEN3107',
    'the value ends here; enclose it in quotes',
    parser.offset,
  );
}
