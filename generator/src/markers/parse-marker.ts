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
import { reportSuspiciousPrefix, isOurs, refuseUnknown } from './unknown-marker.js';

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
