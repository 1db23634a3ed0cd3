import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../text/did-you-mean.js';
import { nearest } from '../text/nearest.js';
import type { MarkerDefinition } from './language/definition.js';
import type { MarkerRegistry } from './registry.js';

/** Markers of other tools have a prefix and are ignored. */
const OUR_PREFIXES = ['kubebuilder', 'k8s', 'genclient', 'vmgen'];

/** Whether a name is one of our markers, or a misspelled one. */
export const isOurs = (name: string, registry: MarkerRegistry): boolean =>
  !name.includes(':') ||
  OUR_PREFIXES.includes(name.slice(0, name.indexOf(':'))) ||
  registry.get(firstWord(name)) !== undefined;

/** `optional` of `optional: since v2`. */
const firstWord = (name: string): string => /^[^\s]*?(?=:?(?:\s|$))/.exec(name)?.[0] ?? '';

/** A prefix that is similar to one of ours is most likely misspelled; prefixes of other tools differ more. */
export function reportSuspiciousPrefix(
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
export function refuseUnknown(
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
