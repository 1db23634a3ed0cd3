import type { FindingList } from '../findings/finding-list.js';
import type { SourcePosition } from '../findings/finding.js';
import type { ArgumentDefinition, MarkerDefinition, MarkerUse, MarkerValue } from './definition.js';
import type { MarkerText } from './marker-text.js';
import { nearest } from './nearest.js';
import type { MarkerRegistry } from './registry.js';
import { MarkerSyntaxError, ValueParser } from './value-parser.js';

/** Other tools' markers have a prefix of their own and are left alone. */
const OUR_PREFIXES = ['kubebuilder', 'k8s', 'genclient', 'vmgen'];

/** Reads one marker by its definition; undefined where it is no marker of ours or has a finding. */
export function parseMarker(
  marker: MarkerText,
  registry: MarkerRegistry,
  findings: FindingList,
): MarkerUse | undefined {
  const nameEnd = marker.text.search(/=|$/);
  const name = marker.text.slice(0, nameEnd).trim().replace(/:$/, '');
  const found = findDefinition(name, registry);
  if (!found) {
    refuseUnknown(name, marker.position, registry, findings);
    return undefined;
  }
  const { definition, firstArgument } = found;
  try {
    const values =
      firstArgument === undefined
        ? parseValue(definition, marker, nameEnd)
        : parseArguments(definition, marker, marker.text.lastIndexOf(firstArgument, nameEnd));
    return { definition, values, position: marker.position };
  } catch (error) {
    if (!(error instanceof MarkerSyntaxError)) throw error;
    const message = `+${definition.name}: ${error.message}`;
    findings.error(marker.placeOf(error.offset), message, `it reads ${formOf(definition)}`);
    return undefined;
  }
}

/** How the marker is written, such as `+kubebuilder:validation:Maximum=<number>`. */
export function formOf(definition: MarkerDefinition): string {
  const name = `+${definition.name}`;
  if (definition.value) {
    const value = `=<${definition.value.type.type}>`;
    return definition.value.required ? `${name}${value}` : `${name} or ${name}${value}`;
  }
  const names = Object.entries(definition.arguments ?? {});
  if (names.length === 0) return name;
  return `${name}:${names
    .map(([argument, { type, required }]) => `${argument}${required ? '' : '?'}=<${type.type}>`)
    .join(',')}`;
}

function findDefinition(
  name: string,
  registry: MarkerRegistry,
): { definition: MarkerDefinition; firstArgument: string | undefined } | undefined {
  const exact = registry.get(name);
  if (exact) return { definition: exact, firstArgument: undefined };
  const colon = name.lastIndexOf(':');
  const definition = colon < 0 ? undefined : registry.get(name.slice(0, colon));
  return definition?.arguments && { definition, firstArgument: name.slice(colon + 1) };
}

function refuseUnknown(
  name: string,
  position: SourcePosition,
  registry: MarkerRegistry,
  findings: FindingList,
): void {
  const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : undefined;
  if (prefix !== undefined && !OUR_PREFIXES.includes(prefix)) return;
  const suggestion = nearest(name, registry.names());
  findings.error(
    position,
    `unknown marker +${name}`,
    suggestion === undefined ? undefined : `did you mean +${suggestion}?`,
  );
}

function parseValue(
  definition: MarkerDefinition,
  marker: MarkerText,
  nameEnd: number,
): Record<string, MarkerValue> {
  const { value } = definition;
  if (nameEnd >= marker.text.length) {
    if (value?.required) throw new MarkerSyntaxError('the value is missing', nameEnd);
    refuseMissing(definition, {}, nameEnd);
    return {};
  }
  if (!value) throw new MarkerSyntaxError('takes no value', nameEnd);
  const parser = new ValueParser(marker.text, nameEnd + 1);
  const parsed = parser.value(value.type);
  refuseRest(parser);
  return { value: parsed };
}

function parseArguments(
  definition: MarkerDefinition,
  marker: MarkerText,
  start: number,
): Record<string, MarkerValue> {
  const parser = new ValueParser(marker.text, start);
  const values: Record<string, MarkerValue> = {};
  do {
    const at = parser.offset;
    const name = parser.name();
    const argument = argumentOf(definition, name, at);
    if (Object.hasOwn(values, name)) {
      throw new MarkerSyntaxError(`the argument ${name} stands twice`, at);
    }
    const hasValue = parser.take('=');
    if (!hasValue && argument.type.type !== 'boolean') {
      throw new MarkerSyntaxError(`the argument ${name} has no value`, parser.offset);
    }
    values[name] = hasValue ? parser.value(argument.type) : true;
  } while (parser.take(','));
  refuseRest(parser);
  refuseMissing(definition, values, start);
  return values;
}

function argumentOf(definition: MarkerDefinition, name: string, at: number): ArgumentDefinition {
  const known = definition.arguments ?? {};
  const argument = Object.hasOwn(known, name) ? known[name] : undefined;
  if (argument) return argument;
  const suggestion = nearest(name, Object.keys(known));
  throw new MarkerSyntaxError(
    `unknown argument ${name}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
    at,
  );
}

function refuseMissing(
  definition: MarkerDefinition,
  values: Record<string, MarkerValue>,
  at: number,
): void {
  for (const [name, argument] of Object.entries(definition.arguments ?? {})) {
    if (argument.required && !Object.hasOwn(values, name)) {
      throw new MarkerSyntaxError(`the argument ${name} is missing`, at);
    }
  }
}

function refuseRest(parser: ValueParser): void {
  if (parser.atEnd) return;
  throw new MarkerSyntaxError('the value ends here; put it into quotes', parser.offset);
}
