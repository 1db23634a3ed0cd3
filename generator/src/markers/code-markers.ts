import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CommentedFile, CommentGroup } from '../syntax/syntax.js';
import type { MarkerDefinition, MarkerUse } from './language/definition.js';
import { ignoreMarker } from './definitions/ignore.js';
import { RBAC_MARKERS, roleNameMarker } from './definitions/rbac.js';
import { POLICY_MARKERS } from './definitions/policy.js';
import { WEBHOOK_MARKERS } from './definitions/webhook.js';
import { reportSuspiciousLine } from './suspicious-line.js';
import { splitComment } from './language/marker-text.js';
import { parseMarker } from './parse-marker.js';
import type { MarkerRegistry } from './registry.js';
import { suppressionOf } from './suppression-of.js';
import { find } from './language/uses-of.js';
import { refuseDuplicates } from './annotation.js';

const TAKEN = new Set<MarkerDefinition>([...RBAC_MARKERS, ...POLICY_MARKERS, ...WEBHOOK_MARKERS]);

/** In arbitrary code, a word after a plus sign is a marker only if it has one of our prefixes. */
const OURS = /^(?:genclient|(?:kubebuilder|k8s|vmgen):)/;

/** Whether a marker has an effect in the files of `--paths`. */
export const isCodeMarker = (definition: MarkerDefinition): boolean =>
  TAKEN.has(definition) || definition === ignoreMarker;

/**
 * Reads the markers of `--paths`: the permissions of a controller, policies, and the webhooks that it serves. All files
 * form one package; its roles have the names of the roles of the APIs if those agree and the files name none.
 */
export function codeMarkers(
  files: readonly CommentedFile[],
  packages: readonly (readonly MarkerUse[])[],
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): MarkerUse[] {
  const groups = files.flatMap(({ comments }) => comments);
  const read = (group: CommentGroup): MarkerUse[] => {
    const { markers, others } = splitComment(group);
    for (const line of others) reportSuspiciousLine(line, registry, diagnostics);
    const texts = markers.filter(({ text }) => OURS.test(text));
    return texts.flatMap((marker) => {
      const { use, refused } = parseMarker(marker, registry, diagnostics);
      if ((use?.definition ?? refused) !== ignoreMarker) return use ?? [];
      diagnostics.suppress(suppressionOf(use, marker, group, 0, diagnostics));
      return [];
    });
  };
  const uses = groups.flatMap(read);
  const taken = uses.filter(({ definition }) => TAKEN.has(definition));
  for (const { definition, position } of uses.filter((use) => !taken.includes(use))) {
    diagnostics.warning(
      'VMGEN3005',
      position,
      `+${definition.name} has no effect here: vmgen reads only RBAC, policy and webhook markers from the files of --paths`,
      'remove it, or move it with its type into a folder of the APIs',
    );
  }
  refuseDuplicates(taken, diagnostics);
  return [...sharedRoleName(taken, packages), ...taken];
}

function sharedRoleName(
  taken: readonly MarkerUse[],
  packages: readonly (readonly MarkerUse[])[],
): MarkerUse[] {
  if (find(taken, roleNameMarker)) return [];
  const [first, ...others] = packages.flatMap((markers) => find(markers, roleNameMarker) ?? []);
  const isOne = others.every(({ values }) => values.value === first?.values.value);
  return first && isOne ? [first] : [];
}
