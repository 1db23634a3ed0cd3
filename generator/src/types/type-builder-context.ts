import type { Annotation } from '../markers/annotation.js';
import type { PresenceDefault } from '../markers/presence.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { DeclarationSyntax, ModuleSyntax } from '../syntax/syntax.js';
import type { MarkerRegistry } from '../markers/registry.js';
import type { ModuleSet } from './module-set.js';

/** The inputs of the type builder from other parts of a run. */
export interface TypeBuilderContext {
  readonly modules: ModuleSet;
  readonly registry: MarkerRegistry;
  readonly diagnostics: DiagnosticList;
  readonly annotationOf: (declaration: DeclarationSyntax) => Annotation;
  readonly presenceDefault: (module: ModuleSyntax) => PresenceDefault;
}
