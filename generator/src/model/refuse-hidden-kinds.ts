import type { FindingList } from '../findings/finding-list.js';
import type { DeclarationSyntax } from '../frontend/syntax.js';
import type { Annotation } from './annotation.js';

/** Refuses markers of a kind on a type that is not exported, of which nothing would be made. */
export function refuseHiddenKinds(
  annotations: ReadonlyMap<DeclarationSyntax, Annotation>,
  findings: FindingList,
): void {
  for (const [{ name, isExported }, { markers }] of annotations) {
    if (isExported) continue;
    for (const { definition, position } of markers) {
      if (definition.places.includes('type')) continue;
      const message = `+${definition.name} stands on ${name}, which is not exported by its name`;
      findings.error(position, message, 'write export before its declaration, without default');
    }
  }
}
