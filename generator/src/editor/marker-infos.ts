import { isCodeMarker } from '../markers/code-markers.js';
import { describeMarker } from '../markers/describe.js';
import type { ArgumentDefinition, ArgumentType } from '../markers/language/arguments.js';
import type { MarkerDefinition } from '../markers/language/definition.js';
import { argumentPrefix } from '../markers/language/marker-form.js';
import { MARKERS } from '../markers/registry.js';
import type { ArgumentInfo, MarkerInfo } from './marker-language.js';

/** What completion and hover need of all markers. */
export const markerInfos = (): MarkerInfo[] => MARKERS.map(infoOf);

function infoOf(definition: MarkerDefinition): MarkerInfo {
  const { name, help, value, arguments: known = {}, places, unsupported } = definition;
  return {
    name,
    prefix: argumentPrefix(definition),
    help,
    description: describeMarker(definition),
    value: value && argumentOf('', value),
    arguments: Object.entries(known).map(([each, argument]) => argumentOf(each, argument)),
    places,
    isOfCode: isCodeMarker(definition),
    isUnsupported: unsupported !== undefined,
  };
}

function argumentOf(name: string, { type, required, help = '' }: ArgumentDefinition): ArgumentInfo {
  return { name, help, isRequired: required, values: valuesOf(type) };
}

function valuesOf(type: ArgumentType): readonly string[] {
  switch (type.type) {
    case 'string':
      return type.usual ?? [];
    case 'choice':
    case 'words':
      return type.of;
    case 'boolean':
      return ['true', 'false'];
    case 'list':
      return valuesOf(type.of);
    default:
      return [];
  }
}
