import { type argumentsOf, describeMarker, MARKERS } from 'vmgen/browser';
import type { ArgumentInfo, MarkerInfo } from './core/marker-language.js';

type Definition = (typeof MARKERS)[number];
type ArgumentDefinition = ReturnType<typeof argumentsOf>[string];

/** What completion and hover need of all markers. */
export const markerInfos = (): MarkerInfo[] => MARKERS.map(infoOf);

function infoOf(definition: Definition): MarkerInfo {
  const { name, help, value, arguments: known = {}, unsupported } = definition;
  return {
    name,
    prefix: prefixOf(name, known),
    help,
    description: describeMarker(definition),
    value: value && argumentOf('', value),
    arguments: Object.entries(known).map(([each, argument]) => argumentOf(each, argument)),
    isUnsupported: unsupported !== undefined,
  };
}

/** The name, without its last part if that is an argument itself, as in `genclient:method=GetScale,verb=get`. */
function prefixOf(name: string, known: object): string {
  const colon = name.lastIndexOf(':');
  return Object.hasOwn(known, name.slice(colon + 1)) ? name.slice(0, colon) : name;
}

function argumentOf(name: string, { type, required, help = '' }: ArgumentDefinition): ArgumentInfo {
  return { name, help, isRequired: required, values: valuesOf(type) };
}

function valuesOf(type: ArgumentDefinition['type']): readonly string[] {
  switch (type.type) {
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
