import type { Annotation } from '../markers/annotation.js';
import type { PresenceDefault } from '../markers/presence.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { DeclarationSyntax, ModuleSyntax } from '../syntax/syntax.js';
import type { MarkerRegistry } from '../markers/registry.js';
import type { ModuleSet } from './module-set.js';
import type { NamedType, TypeId } from './type.js';

/** The inputs of the type builder of a unit from other parts of a run. */
export interface TypeBuilderContext {
  readonly modules: Pick<ModuleSet, 'imported' | 'resolve'>;
  /** Receives the types of the unit; has those of the units that it depends on. */
  readonly types: Map<TypeId, NamedType>;
  readonly registry: MarkerRegistry;
  readonly diagnostics: DiagnosticList;
  readonly annotationOf: (declaration: DeclarationSyntax) => Annotation;
  readonly presenceDefault: (module: ModuleSyntax) => PresenceDefault;
  /** Whether a declaration belongs to the unit. */
  readonly isMember: (declaration: DeclarationSyntax) => boolean;
  /** Called for each use of a declaration of another unit. */
  readonly use: (declaration: DeclarationSyntax, module: ModuleSyntax) => void;
  /** Called before all names of a module are read. */
  readonly readNames: (module: ModuleSyntax) => void;
}
