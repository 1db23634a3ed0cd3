import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { DEEPEST } from '../syntax/deepest.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition, MarkerUse } from './language/definition.js';
import { familyOf } from './definitions/unsupported.js';
import { suspiciousParts } from './language/suspicious-parts.js';
import { argumentPrefix, formOf } from './language/marker-form.js';
import type { MarkerText } from './language/marker-text.js';
import type { MarkerRegistry } from './registry.js';
import { MarkerSyntaxError } from './language/marker-syntax-error.js';
import { readArguments, readParameters, readValue } from './language/read-arguments.js';
import { ValueParser } from './language/value-parser.js';
import { didYouMean } from '../text/did-you-mean.js';
import { nearest } from '../text/nearest.js';

/** A parsed marker, or the result of a marker with a diagnostic: what it is or most likely is. */
interface ReadMarker {
  readonly use?: MarkerUse;
  readonly refused?: MarkerDefinition;
}

/** Parses one marker by its definition; markers of other tools have no result. */
export function parseMarker(
  marker: MarkerText,
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): ReadMarker {
  const reader = new MarkerReader(marker, registry, diagnostics);
  const use = reader.read(0);
  if (!use) return reader.refused ? { refused: reader.refused } : {};
  for (const part of suspiciousParts(withoutComment(marker.text), use.definition)) {
    const { code, offset, message, remedy } = part;
    diagnostics.warning(
      code,
      marker.placeOf(offset),
      `+${use.definition.name}: ${message}`,
      remedy,
    );
  }
  return { use };
}

/** Parses the text of a marker and, if its value is another marker, that one at its own offset. */
class MarkerReader {
  readonly #marker: MarkerText;
  readonly #text: string;
  readonly #registry: MarkerRegistry;
  readonly #diagnostics: DiagnosticList;
  /** The nesting depth of the marker that is being parsed. */
  #depth = 0;
  /** The definition of the outermost marker that was refused. */
  #refused: MarkerDefinition | undefined;

  constructor(marker: MarkerText, registry: MarkerRegistry, diagnostics: DiagnosticList) {
    this.#marker = marker;
    this.#text = withoutComment(marker.text);
    this.#registry = registry;
    this.#diagnostics = diagnostics;
  }

  get refused(): MarkerDefinition | undefined {
    return this.#refused;
  }

  /** The marker whose name starts at `start`. */
  read(start: number): MarkerUse | undefined {
    const nameEnd = start + this.#text.slice(start).search(/[=(]|$/);
    const name = this.#text.slice(start, nameEnd).trim().replace(/:$/, '');
    const position = this.#marker.placeOf(start - 1);
    const definition = this.#definitionOf(name);
    if (!definition) {
      if (start > 0 || isOurs(name, this.#registry)) {
        this.#refused = refuseUnknown(name, position, this.#registry, this.#diagnostics);
      } else reportSuspiciousPrefix(name, position, this.#diagnostics);
      return undefined;
    }
    if (definition.unsupported) {
      const { reason, remedy } = definition.unsupported;
      if (remedy === undefined) {
        this.#diagnostics.info('VMGEN3014', position, `+${name} is ignored: ${reason}`);
      } else {
        const message = `+${name} is not supported: ${reason}`;
        this.#diagnostics.error('VMGEN3002', position, message, remedy);
      }
      return undefined;
    }
    try {
      return this.#use(definition, start, nameEnd, position);
    } catch (error) {
      if (!(error instanceof MarkerSyntaxError)) throw error;
      this.#diagnostics.error(
        error.code,
        this.#marker.placeOf(error.offset),
        `+${definition.name}: ${error.message}`,
        remedyFor(definition),
        {
          fix: error.change && {
            how: 'rewrite-comment',
            position: this.#marker.placeOf(error.offset),
            ...error.change,
          },
        },
      );
      this.#refused = definition;
      return undefined;
    }
  }

  #definitionOf(name: string): MarkerDefinition | undefined {
    const exact = this.#registry.get(name) ?? familyOf(name);
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
      const message = `markers are nested more than ${DEEPEST} levels deep`;
      throw new MarkerSyntaxError('VMGEN3107', message, parser.offset);
    }
    this.#depth++;
    const inner = this.read(parser.offset);
    this.#depth--;
    if (!inner) this.#refused = definition;
    return inner && { definition, values: parameters, inner, position };
  }
}

/** A long form is not helpful in a diagnostic. */
function remedyFor(definition: MarkerDefinition): string {
  const isLong = Object.keys(definition.arguments ?? {}).length > 8;
  return isLong
    ? `for the syntax, run vmgen markers ${definition.name}`
    : `the syntax is ${formOf(definition)}`;
}

/** Declarative validation allows a comment after `#`, as its upstream parser does. */
function withoutComment(text: string): string {
  if (!text.startsWith('k8s:')) return text;
  const [kept = ''] = /^(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^#])*/.exec(text) ?? [];
  return kept.trimEnd();
}

/** Markers of other tools have a prefix and are ignored. */
const OUR_PREFIXES = ['kubebuilder', 'k8s', 'genclient', 'vmgen'];

/** Whether a name is one of our markers, or a misspelled one. */
const isOurs = (name: string, registry: MarkerRegistry): boolean =>
  !name.includes(':') ||
  OUR_PREFIXES.includes(name.slice(0, name.indexOf(':'))) ||
  registry.get(firstWord(name)) !== undefined;

/** `optional` of `optional: since v2`. */
const firstWord = (name: string): string => /^[^\s]*?(?=:?(?:\s|$))/.exec(name)?.[0] ?? '';

/** A prefix that is similar to one of ours is most likely misspelled; prefixes of other tools differ more. */
function reportSuspiciousPrefix(
  name: string,
  position: SourcePosition,
  diagnostics: DiagnosticList,
): void {
  const prefix = name.slice(0, name.indexOf(':'));
  const known = OUR_PREFIXES.filter(
    (each) => each.length >= 8 || each.toLowerCase() === prefix.toLowerCase(),
  );
  const meant = nearest(prefix, known);
  if (meant === undefined) return;
  const remedy = `did you mean +${meant}${name.slice(prefix.length)}?`;
  const fix = {
    how: 'rewrite-comment',
    position,
    old: `+${prefix}`,
    text: `+${meant}`,
  } as const;
  diagnostics.warning(
    'VMGEN3003',
    position,
    `+${name} is ignored as a marker of another tool`,
    remedy,
    { fix },
  );
}

/** Reports an unknown marker, and returns the one that is most likely meant. */
function refuseUnknown(
  name: string,
  position: SourcePosition,
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): MarkerDefinition | undefined {
  const word = firstWord(name);
  const known = registry.get(word);
  if (known) {
    const rest = JSON.stringify(name.slice(word.length).trim());
    diagnostics.error(
      'VMGEN3004',
      position,
      `unexpected text after +${word}: ${rest}`,
      'put it on a line of its own',
    );
    return known;
  }
  const suggestion = nearest(name, registry.keys()) ?? nearestWithArgument(name, registry);
  diagnostics.error(
    'VMGEN3001',
    position,
    `unknown marker +${name}`,
    suggestion === undefined
      ? 'run vmgen markers for a list of all markers'
      : didYouMean(name, suggestion, `+${suggestion}`),
    {
      fix:
        suggestion === undefined
          ? undefined
          : { how: 'rewrite-comment', position, old: `+${name}`, text: `+${suggestion}` },
    },
  );
  if (suggestion === undefined) return undefined;
  return registry.get(suggestion) ?? registry.get(suggestion.replace(/:[^:]*$/, ''));
}

/** `kubebuilder:printcolum:name`, where the last part is an argument. */
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
