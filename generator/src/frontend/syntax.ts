import type { SourcePosition } from '../findings/finding.js';

/** One line of a comment without its decoration. */
export interface CommentLine {
  readonly text: string;
  /** Where `text` starts. */
  readonly position: SourcePosition;
  /** JSDoc is documentation; `//` lines are notes and markers. */
  readonly isDoc: boolean;
}

/** Comments with no blank line between them. */
export interface CommentGroup {
  readonly lines: readonly CommentLine[];
  /** No blank line stands between the group and what it is about. */
  readonly isAdjacent: boolean;
}

/** What a source file says of a type, without any types resolved. */
export type TypeSyntax =
  | { readonly kind: 'keyword'; readonly keyword: string; readonly position: SourcePosition }
  | {
      readonly kind: 'literal';
      readonly value: string | number | boolean;
      readonly position: SourcePosition;
    }
  | { readonly kind: 'array'; readonly element: TypeSyntax; readonly position: SourcePosition }
  | {
      readonly kind: 'union';
      readonly members: readonly TypeSyntax[];
      readonly position: SourcePosition;
    }
  | {
      readonly kind: 'reference';
      /** Dotted where it goes through a namespace import. */
      readonly name: string;
      readonly typeArguments: readonly TypeSyntax[];
      readonly position: SourcePosition;
    }
  | { readonly kind: 'object'; readonly body: ObjectSyntax; readonly position: SourcePosition }
  | {
      readonly kind: 'refused';
      readonly what: string;
      readonly remedy: string;
      readonly position: SourcePosition;
    };

export interface FieldSyntax {
  readonly name: string;
  readonly optional: boolean;
  readonly type: TypeSyntax;
  readonly comments: readonly CommentGroup[];
  readonly position: SourcePosition;
}

export interface ObjectSyntax {
  readonly fields: readonly FieldSyntax[];
  /** The value of an index signature. */
  readonly indexed: TypeSyntax | undefined;
  /** Members that are no data, such as methods. */
  readonly refused: readonly Extract<TypeSyntax, { kind: 'refused' }>[];
  /** Comments after the last member, which are about nothing. */
  readonly dangling: readonly CommentGroup[];
}

export interface EnumMemberSyntax {
  readonly name: string;
  /** Undefined for a computed member. */
  readonly value: string | number | undefined;
  readonly position: SourcePosition;
}

interface DeclarationBase {
  readonly name: string;
  readonly isExported: boolean;
  readonly typeParameters: readonly string[];
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
      readonly what: string;
      readonly remedy: string;
    });

/** A name that a module takes from another, or hands on. */
export interface ModuleLink {
  /** As written after `from`. */
  readonly specifier: string;
  /** The name in the other module; `*` for the whole of it. */
  readonly name: string;
}

/** One source file, read without resolving anything. */
export interface ModuleSyntax {
  readonly path: string;
  readonly declarations: ReadonlyMap<string, DeclarationSyntax>;
  /** By local name. */
  readonly imports: ReadonlyMap<string, ModuleLink>;
  /** `export { A } from`, by exported name. */
  readonly reexports: ReadonlyMap<string, ModuleLink>;
  /** `export * from`. */
  readonly exportStars: readonly string[];
  /** Comments that belong to no declaration: they speak of the package. */
  readonly comments: readonly CommentGroup[];
  /** What the parser could not read. */
  readonly problems: readonly { readonly position: SourcePosition; readonly message: string }[];
}
