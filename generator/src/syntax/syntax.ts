import type { DiagnosticCode } from '../diagnostics/code.js';
import type { RelatedPlace, SourcePosition } from '../diagnostics/diagnostic.js';

/** One line of a comment without its decoration. */
export interface CommentLine {
  readonly text: string;
  /** Where `text` starts. */
  readonly position: SourcePosition;
  /** JSDoc is documentation; `//` lines are notes and markers. */
  readonly isDoc: boolean;
  /** Belongs to a block comment that is not JSDoc: it contains neither documentation nor markers. */
  readonly isSilent?: boolean;
}

/** Comments with no blank line between them. */
export interface CommentGroup {
  readonly lines: readonly CommentLine[];
  /** No blank line separates the group from its declaration. */
  readonly isAdjacent: boolean;
}

/** The syntax of a type in a source file, before names are resolved. */
export type TypeSyntax =
  | { readonly kind: 'keyword'; readonly keyword: string; readonly position: SourcePosition }
  | {
      readonly kind: 'literal';
      readonly value: string | number | boolean;
      readonly position: SourcePosition;
    }
  | {
      readonly kind: 'array';
      readonly element: TypeSyntax;
      readonly isReadonly: boolean;
      readonly position: SourcePosition;
    }
  | {
      readonly kind: 'union';
      readonly members: readonly TypeSyntax[];
      readonly position: SourcePosition;
    }
  | {
      readonly kind: 'intersection';
      readonly members: readonly TypeSyntax[];
      readonly position: SourcePosition;
    }
  | {
      readonly kind: 'tuple';
      readonly elements: readonly TupleElementSyntax[];
      readonly isReadonly: boolean;
      readonly position: SourcePosition;
    }
  | {
      readonly kind: 'reference';
      /** Dotted if it is imported with a namespace. */
      readonly name: string;
      readonly typeArguments: readonly TypeSyntax[];
      /** Of `import('specifier').name`. */
      readonly specifier?: string;
      readonly position: SourcePosition;
    }
  | { readonly kind: 'keyof'; readonly of: TypeSyntax; readonly position: SourcePosition }
  /** `typeof name`, dotted for a part of the value. */
  | { readonly kind: 'query'; readonly name: string; readonly position: SourcePosition }
  | {
      readonly kind: 'indexed';
      readonly object: TypeSyntax;
      readonly index: TypeSyntax;
      readonly position: SourcePosition;
    }
  | MappedSyntax
  | {
      readonly kind: 'template';
      /** String parts and the types between them. */
      readonly parts: readonly (string | TypeSyntax)[];
      readonly position: SourcePosition;
    }
  | { readonly kind: 'object'; readonly body: ObjectSyntax; readonly position: SourcePosition }
  | {
      readonly kind: 'refused';
      readonly code: DiagnosticCode;
      readonly what: string;
      readonly remedy: string;
      readonly position: SourcePosition;
    };

export interface TupleElementSyntax {
  readonly type: TypeSyntax;
  readonly optional: boolean;
  readonly isRest: boolean;
}

/** The effect of a mapped type on `?` or `readonly`. */
export type ModifierSyntax = 'add' | 'remove' | 'keep';

/** `{ [parameter in constraint as name]?: value }`. */
export interface MappedSyntax {
  readonly kind: 'mapped';
  readonly parameter: string;
  readonly constraint: TypeSyntax;
  readonly as: TypeSyntax | undefined;
  readonly value: TypeSyntax;
  readonly optional: ModifierSyntax;
  readonly readonly: ModifierSyntax;
  readonly position: SourcePosition;
}

export interface FieldSyntax {
  readonly name: string;
  readonly optional: boolean;
  readonly isReadonly: boolean;
  readonly type: TypeSyntax;
  readonly comments: readonly CommentGroup[];
  readonly position: SourcePosition;
}

export interface ObjectSyntax {
  readonly fields: readonly FieldSyntax[];
  /** An index signature. */
  readonly indexed: { readonly key: TypeSyntax; readonly value: TypeSyntax } | undefined;
  /** Members that are not data, such as methods. */
  readonly refused: readonly Extract<TypeSyntax, { kind: 'refused' }>[];
  /** Comments that belong to no field, such as those after the last member. */
  readonly dangling: readonly CommentGroup[];
}

export interface EnumMemberSyntax {
  readonly name: string;
  /** Undefined for a member whose value is unknown to TypeScript too. */
  readonly value: string | number | undefined;
  readonly position: SourcePosition;
  /** Its comments, in which markers have no effect; absent without one. */
  readonly comments?: readonly CommentGroup[];
}

interface TypeParameterSyntax {
  readonly name: string;
  readonly constraint: TypeSyntax | undefined;
  readonly fallback: TypeSyntax | undefined;
}

interface DeclarationBase {
  readonly name: string;
  readonly isExported: boolean;
  readonly typeParameters: readonly TypeParameterSyntax[];
  readonly comments: readonly CommentGroup[];
  readonly position: SourcePosition;
}

export type DeclarationSyntax =
  | (DeclarationBase & {
      readonly kind: 'interface';
      readonly extends: readonly TypeSyntax[];
      readonly body: ObjectSyntax;
    })
  | (DeclarationBase & { readonly kind: 'alias'; readonly type: TypeSyntax })
  | (DeclarationBase & { readonly kind: 'enum'; readonly members: readonly EnumMemberSyntax[] })
  | (DeclarationBase & {
      readonly kind: 'refused';
      readonly code: DiagnosticCode;
      readonly what: string;
      readonly remedy: string;
      readonly related?: readonly RelatedPlace[];
    })
  /** The declaration follows a syntax error, where the parser guesses. */
  | (DeclarationBase & { readonly kind: 'unreadable' });

/** The name of the value of `export =`, as in the compiler. */
export const EXPORT_EQUALS = 'export=';

/** A name that a module imports from another module, or re-exports. */
export interface ModuleLink {
  /** As written after `from`; '' for the module itself. */
  readonly specifier: string;
  /**
   * The name in the other module; `*` for the whole module, {@link EXPORT_EQUALS} for its `export =` value.
   * Dotted for a name in the same module.
   */
  readonly name: string;
}

/** A type that `declare module` adds to another module, or to a type of it. */
export interface AugmentationSyntax {
  /** The specifier of the other module. */
  readonly specifier: string;
  readonly name: string;
  readonly position: SourcePosition;
}

/** By name, in the order of the file. */
export type Declarations = Pick<
  ReadonlyMap<string, DeclarationSyntax>,
  'get' | 'has' | 'keys' | 'values'
>;

/** One source file, read without resolving anything. */
export interface ModuleSyntax {
  readonly path: string;
  readonly declarations: Declarations;
  /** The types of constants, by name, for `typeof`. */
  readonly values: ReadonlyMap<string, TypeSyntax>;
  /** By local name. */
  readonly imports: ReadonlyMap<string, ModuleLink>;
  /** `export { A } from`, `export default` and `export =`, by exported name. */
  readonly reexports: ReadonlyMap<string, ModuleLink>;
  /** `export * from`. */
  readonly exportStars: readonly string[];
  readonly augmentations: readonly AugmentationSyntax[];
  /** Comments that belong to no declaration: they apply to the package. */
  readonly comments: readonly CommentGroup[];
  /** Comments at positions where markers have no effect. */
  readonly strays: readonly CommentGroup[];
  readonly problems: readonly SyntaxProblem[];
  /** The module was not read completely: missing names may exist. */
  readonly isPartial: boolean;
}

/** The syntax errors of the parser. */
export interface SyntaxProblem {
  readonly position: SourcePosition;
  readonly message: string;
}

/** The content that is read from a file of code: all of its comments. */
export interface CommentedFile {
  readonly comments: readonly CommentGroup[];
  readonly problems: readonly SyntaxProblem[];
}
