import type { ArgumentDefinition, ArgumentType } from './language/arguments.js';
import type { MarkerDefinition } from './language/definition.js';
import { MARKER_TOPICS } from './language/definition.js';
import { argumentsOf, formOf } from './language/marker-form.js';
import { MARKERS } from './registry.js';

/** The complete description of a marker, for a terminal. */
export function describeMarker(definition: MarkerDefinition): string {
  const { help, details, refused, ignored } = definition;
  const parts = [
    `${formOf(definition)}\n  ${help}`,
    `On: ${placesOf(definition)}${definition.repeatable ? '; repeatable' : ''}`,
  ];
  const rows = argumentRows(definition);
  if (rows.length > 0) parts.push(`Arguments:\n${table(rows)}`);
  if (details !== undefined) parts.push(details);
  if (refused) parts.push(`Refused: ${refused.reason}.\nInstead: ${refused.remedy}.`);
  else if (ignored) parts.push(`Ignored: ${ignored.reason}.`);
  else parts.push(`Example:\n${indent(exampleOf(definition))}`);
  return parts.join('\n\n');
}

/** One line for each marker, by topic. */
export function listMarkers(): string {
  const topics = MARKER_TOPICS.map((topic) => {
    const rows = markersOf(topic).map(({ name, help }) => [`+${name}`, help] as const);
    return `${topic}\n${table(rows)}`;
  });
  return `${topics.join('\n\n')}\n\nRun vmgen markers NAME for the details of a marker.`;
}

export const markersOf = (topic: MarkerDefinition['topic']): readonly MarkerDefinition[] =>
  MARKERS.filter((definition) => definition.topic === topic);

export const placesOf = ({ places }: MarkerDefinition): string => places.join(', ');

/** Each argument with its name and its allowed values. */
export function argumentRows(definition: MarkerDefinition): (readonly [string, string])[] {
  return Object.entries(argumentsOf(definition)).map(([name, argument]) => [
    name === '' ? '(…)' : name,
    argumentText(argument),
  ]);
}

function argumentText({ type, required, help }: ArgumentDefinition): string {
  const head = `${typeText(type)}${required ? '' : ', optional'}.`;
  return help === undefined ? head : `${head} ${help}`;
}

function typeText(type: ArgumentType): string {
  switch (type.type) {
    case 'choice':
      return `One of ${type.of.join(', ')}`;
    case 'words':
      return 'Words separated by commas';
    case 'list':
      return `A list (a;b or {a,b}) of ${itemText(type.of)}`;
    case 'any':
      return 'A value of any type';
    case 'raw':
      return 'The rest of the line';
    case 'integer':
      return 'An integer';
    default:
      return `A ${type.type}`;
  }
}

function itemText(type: ArgumentType): string {
  if (type.type === 'choice') return type.of.join(', ');
  return type.type === 'any' ? 'values' : `${type.type}s`;
}

/** The example together with the declaration below it. */
export function exampleOf({ example, places }: MarkerDefinition): string {
  if (places.includes('field') || /^export /m.test(example)) return example;
  return places.includes('kind')
    ? `${example}\nexport interface Machine extends TypeMeta { /* … */ }`
    : `${example}\n\nexport {};`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n');
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
