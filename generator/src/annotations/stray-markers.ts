import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ModuleSyntax } from '../frontend/syntax.js';
import { splitComment } from '../markers/language/marker-text.js';
import { parseMarker } from '../markers/parse-marker.js';
import type { MarkerRegistry } from '../markers/registry.js';

/** Refuses markers at places where nothing takes them, such as the end of a line of code. */
export function refuseStrayMarkers(
  modules: readonly ModuleSyntax[],
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): void {
  const strays = modules.flatMap((module) => module.strays);
  for (const marker of strays.flatMap((group) => splitComment(group).markers)) {
    const { use } = parseMarker(marker, registry, diagnostics);
    if (!use) continue;
    diagnostics.error(
      'VMGEN3007',
      use.position,
      'the marker belongs to no type and no field',
      'put it on a line of its own, directly above its declaration',
    );
  }
}
