import type { FindingList } from '../findings/finding-list.js';
import { DEEPEST } from '../frontend/deepest.js';
import type { SourcePosition } from '../findings/finding.js';
import type { ArgumentDefinition, ArgumentDefinitions, MarkerValue } from './language/arguments.js';
import type { MarkerDefinition, MarkerUse } from './language/definition.js';
import { ignoredMarkerOf } from './definitions/ignored.js';
import { didYouMean } from '../words/did-you-mean.js';
import { doubtText } from './language/doubt-text.js';
import { argumentPrefix, formOf } from './language/marker-form.js';
import type { MarkerText } from './language/marker-text.js';
import { nearest } from '../words/nearest.js';
import type { MarkerRegistry } from './registry.js';
import { MarkerSyntaxError, ValueParser } from './language/value-parser.js';

/** Other tools' markers have a prefix of their own and are left alone. */
const OUR_PREFIXES = ['kubebuilder', 'k8s', 'genclient', 'vmgen'];

/** A marker as it is read, or what it is or most likely is where it has a finding. */
export interface ReadMarker {
  readonly use?: MarkerUse;
  readonly refused?: MarkerDefinition;
}

/** Reads one marker by its definition; nothing comes of what is no marker of ours. */
export function parseMarker(
  marker: MarkerText,
  registry: MarkerRegistry,
  findings: FindingList,
): ReadMarker {
  const reader = new MarkerReader(marker, registry, findings);
  const use = reader.read(0);
  if (!use) return reader.refused ? { refused: reader.refused } : {};
  for (const doubt of doubtText(withoutComment(marker.text), use.definition)) {
    const { code, offset, message, remedy } = doubt;
    findings.warning(code, marker.placeOf(offset), `+${use.definition.name}: ${message}`, remedy);
  }
  return { use };
}

type Values = Record<string, MarkerValue>;

/** Reads a marker's text; where a marker is another one's value, each from where it starts. */
class MarkerReader {
  readonly #marker: MarkerText;
  readonly #text: string;
  readonly #registry: MarkerRegistry;
  readonly #findings: FindingList;
  /** How many markers stand around the one that is read. */
  #depth = 0;
  /** What the outermost marker that was refused is. */
  #refused: MarkerDefinition | undefined;

  constructor(marker: MarkerText, registry: MarkerRegistry, findings: FindingList) {
    this.#marker = marker;
    this.#text = withoutComment(marker.text);
    this.#registry = registry;
    this.#findings = findings;
  }

  get refused(): MarkerDefinition | undefined {
    return this.#refused;
  }

  /** The marker whose name starts at `start`. */
  read(start: number): MarkerUse | undefined {
    const nameEnd = start + this.#text.slice(start).search(/[=(]|$/);
    const name = this.#text.slice(start, nameEnd).trim().replace(/:$/, '');
    const position = this.#marker.placeOf(start - 1);
    const ignored = ignoredMarkerOf(name, this.#registry.get(name));
    if (ignored?.ignored) {
      const message = `+${name} is passed over: ${ignored.ignored.reason}`;
      this.#findings.remark('VMGEN3014', position, message);
      return undefined;
    }
    const definition = this.#definitionOf(name);
    if (!definition) {
      if (start > 0 || isOurs(name, this.#registry)) {
        this.#refused = refuseUnknown(name, position, this.#registry, this.#findings);
      } else doubtPrefix(name, position, this.#findings);
      return undefined;
    }
    if (definition.refused) {
      const { reason, remedy } = definition.refused;
      this.#findings.error(
        'VMGEN3002',
        position,
        `+${definition.name} has no meaning here: ${reason}`,
        remedy,
      );
      return undefined;
    }
    try {
      return this.#use(definition, start, nameEnd, position);
    } catch (error) {
      if (!(error instanceof MarkerSyntaxError)) throw error;
      this.#findings.error(
        error.code,
        this.#marker.placeOf(error.offset),
        `+${definition.name}: ${error.message}`,
        remedyFor(definition),
        { mend: error.mend && { position: this.#marker.placeOf(error.offset), ...error.mend } },
      );
      this.#refused = definition;
      return undefined;
    }
  }

  #definitionOf(name: string): MarkerDefinition | undefined {
    const exact = this.#registry.get(name);
    if (exact) return exact;
    const parent = this.#registry.get(name.slice(0, Math.max(0, name.lastIndexOf(':'))));
    return parent?.arguments && parent;
  }

  #use(
    definition: MarkerDefinition,
    start: number,
    nameEnd: number,
    position: SourcePosition,
  ): MarkerUse | undefined {
    const prefix = argumentPrefix(definition);
    const named = this.#text.slice(start, nameEnd).trim();
    if (definition.arguments && named.length > prefix.length + 1) {
      const parser = new ValueParser(this.#text, start + prefix.length + 1);
      const values = readArguments(parser, definition.arguments);
      return { definition, values, position };
    }
    const parser = new ValueParser(this.#text, nameEnd);
    const parameters = readParameters(parser, definition);
    if (!definition.takesMarker) {
      return { definition, values: { ...parameters, ...readValue(parser, definition) }, position };
    }
    if (!parser.take('=') || !parser.take('+')) {
      throw new MarkerSyntaxError('VMGEN3101', 'the marker after = is missing', parser.offset);
    }
    if (this.#depth >= DEEPEST) {
      const message = `markers stand more than ${DEEPEST} deep in each other`;
      throw new MarkerSyntaxError('VMGEN3107', message, parser.offset);
    }
    this.#depth++;
    const inner = this.read(parser.offset);
    this.#depth--;
    if (!inner) this.#refused = definition;
    return inner && { definition, values: parameters, inner, position };
  }
}

/** A long form helps nobody in a finding. */
function remedyFor(definition: MarkerDefinition): string {
  const isLong = Object.keys(definition.arguments ?? {}).length > 8;
  return isLong
    ? `vmgen markers ${definition.name} says how it reads`
    : `it reads ${formOf(definition)}`;
}

const isOurs = (name: string, registry: MarkerRegistry): boolean =>
  !name.includes(':') ||
  OUR_PREFIXES.includes(name.slice(0, name.indexOf(':'))) ||
  registry.get(firstWord(name)) !== undefined;

/** `optional` of `optional: since v2`. */
const firstWord = (name: string): string => /^[^\s]*?(?=:?(?:\s|$))/.exec(name)?.[0] ?? '';

/** A prefix that is nearly ours is most likely mistyped; other tools have quite other ones. */
function doubtPrefix(name: string, position: SourcePosition, findings: FindingList): void {
  const prefix = name.slice(0, name.indexOf(':'));
  const known = OUR_PREFIXES.filter(
    (each) => each.length >= 8 || each.toLowerCase() === prefix.toLowerCase(),
  );
  const meant = nearest(prefix, known);
  if (meant === undefined) return;
  const remedy = `did you mean +${meant}${name.slice(prefix.length)}?`;
  const mend = { position, old: `+${prefix}`, text: `+${meant}` };
  findings.warning('VMGEN3003', position, `+${name} is left to another tool`, remedy, { mend });
}

/** Gives the marker that is most likely meant. */
function refuseUnknown(
  name: string,
  position: SourcePosition,
  registry: MarkerRegistry,
  findings: FindingList,
): MarkerDefinition | undefined {
  const word = firstWord(name);
  const known = registry.get(word);
  if (known) {
    const rest = JSON.stringify(name.slice(word.length).trim());
    findings.error(
      'VMGEN3004',
      position,
      `${rest} follows +${word}`,
      'put it into a line of its own',
    );
    return known;
  }
  const suggestion = nearest(name, registry.keys()) ?? nearestWithArgument(name, registry);
  findings.error(
    'VMGEN3001',
    position,
    `unknown marker +${name}`,
    suggestion === undefined
      ? 'vmgen markers names those there are'
      : didYouMean(name, suggestion, `+${suggestion}`),
    {
      mend:
        suggestion === undefined
          ? undefined
          : { position, old: `+${name}`, text: `+${suggestion}` },
    },
  );
  if (suggestion === undefined) return undefined;
  return registry.get(suggestion) ?? registry.get(suggestion.replace(/:[^:]*$/, ''));
}

/** `kubebuilder:printcolum:name`, of which the last part is an argument. */
function nearestWithArgument(name: string, registry: MarkerRegistry): string | undefined {
  const colon = name.lastIndexOf(':');
  const argument = name.slice(colon + 1);
  const known = [...registry.keys()].filter((each) => {
    const { arguments: all = {} } = registry.get(each) ?? {};
    return Object.hasOwn(all, argument);
  });
  const meant = nearest(name.slice(0, Math.max(0, colon)), known);
  return meant === undefined ? undefined : `${meant}:${argument}`;
}

/** Declarative validation allows a comment behind `#`, as its own reader upstream does. */
function withoutComment(text: string): string {
  if (!text.startsWith('k8s:')) return text;
  const [kept = ''] = /^(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^#])*/.exec(text) ?? [];
  return kept.trimEnd();
}

function readValue(parser: ValueParser, { value, ...definition }: MarkerDefinition): Values {
  const at = parser.offset;
  if (parser.isAtEnd()) {
    if (value?.required) throw new MarkerSyntaxError('VMGEN3101', 'the value is missing', at);
    refuseMissing(definition.arguments ?? {}, {}, at);
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
function readArguments(parser: ValueParser, known: ArgumentDefinitions): Values {
  const start = parser.offset;
  const values: Values = {};
  do {
    const at = parser.offset;
    const name = parser.name();
    const { type } = argumentOf(known, name, at);
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
function readParameters(parser: ValueParser, definition: MarkerDefinition): Values {
  const { parameters: known = {}, freeParameters: free } = definition;
  const start = parser.offset;
  const values: Values = {};
  if (!parser.take('(')) {
    refuseMissing(known, values, start);
    if (free) throw new MarkerSyntaxError('VMGEN3104', 'says no field of the item', start);
    return values;
  }
  if (!definition.parameters && !free) {
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
    'VMGEN3103',
    `unknown argument ${name}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
    at,
    suggestion === undefined ? undefined : { old: name, text: suggestion },
  );
}

function refuseTwice(values: Values, name: string, at: number): void {
  if (!Object.hasOwn(values, name)) return;
  const what = name === '' ? 'the argument' : `the argument ${name}`;
  throw new MarkerSyntaxError('VMGEN3105', `${what} stands twice`, at);
}

function refuseMissing(known: ArgumentDefinitions, values: Values, at: number): void {
  for (const [name, { required }] of Object.entries(known)) {
    if (!required || Object.hasOwn(values, name)) continue;
    const what = name === '' ? 'the argument in parentheses' : `the argument ${name}`;
    throw new MarkerSyntaxError('VMGEN3104', `${what} is missing`, at);
  }
}

function refuseRest(parser: ValueParser): void {
  if (parser.isAtEnd()) return;
  throw new MarkerSyntaxError(
    'VMGEN3107',
    'the value ends here; put it into quotes',
    parser.offset,
  );
}
