import type { ArgumentDefinition, ArgumentDefinitions, ArgumentType } from './arguments.js';
import type { MarkerDefinition } from './definition.js';

/** The syntax of the marker, such as `+kubebuilder:validation:Maximum=<number>`. */
export function formOf(definition: MarkerDefinition): string {
  const name = `+${definition.name}${parametersForm(definition)}`;
  if (definition.takesMarker) return `${name}=+<marker>`;
  if (definition.value) {
    const value = `=${placeholder(definition.value)}`;
    return definition.value.required ? `${name}${value}` : `${name} or ${name}${value}`;
  }
  const entries = Object.entries(definition.arguments ?? {});
  if (entries.length === 0) return name;
  const form = entries
    .map(([argument, each]) => `${argument}${optionalMark(each)}=${placeholder(each)}`)
    .join(',');
  return `+${argumentPrefix(definition)}:${form}`;
}

/**
 * The part before the arguments: the name, without its last part if that is an argument itself, as in
 * `+genclient:method=GetScale,verb=get`.
 */
export function argumentPrefix({ name, arguments: known = {} }: MarkerDefinition): string {
  const colon = name.lastIndexOf(':');
  return Object.hasOwn(known, name.slice(colon + 1)) ? name.slice(0, colon) : name;
}

/** All arguments of a marker, the plain value under the name `value`. */
export function argumentsOf(definition: MarkerDefinition): ArgumentDefinitions {
  return {
    ...definition.parameters,
    ...definition.arguments,
    ...(definition.value ? { value: definition.value } : {}),
  };
}

function parametersForm({ parameters, freeParameters }: MarkerDefinition): string {
  if (freeParameters) return '(<field>: <value>)';
  const entries = Object.entries(parameters ?? {});
  if (entries.length === 0) return '';
  const form = entries.map(([name, each]) =>
    name === '' ? placeholder(each) : `${name}${optionalMark(each)}: ${placeholder(each)}`,
  );
  return `(${form.join(', ')})`;
}

const placeholder = ({ type }: ArgumentDefinition): string => `<${formOfType(type)}>`;

/** Choices with more words are listed only in the reference. */
const FEW = 6;

/** For messages: `<map|set|atomic>`, `<string;string>`. */
function formOfType(type: ArgumentType): string {
  switch (type.type) {
    case 'choice':
      return type.of.length > FEW ? `${type.of.slice(0, FEW).join('|')}|...` : type.of.join('|');
    case 'words':
      return `${type.of.slice(0, 2).join(',')},...`;
    case 'list':
      return type.of.type === 'list' || type.of.type === 'choice'
        ? 'value;value'
        : `${formOfType(type.of)};${formOfType(type.of)}`;
    case 'any':
    case 'scalar':
      return 'value';
    case 'raw':
      return 'text';
    case 'boolean':
      return 'true|false';
    default:
      return type.type;
  }
}
const optionalMark = ({ required }: ArgumentDefinition): string => (required ? '' : '?');
