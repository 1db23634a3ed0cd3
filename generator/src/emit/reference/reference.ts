import type { Block, Span } from './prose.js';
import type { Rule } from './words.js';

/** The reference of a version of a group. */
export interface ReferencePage {
  readonly group: string;
  readonly version: string;
  readonly doc: readonly Block[];
  readonly kinds: readonly KindEntry[];
  readonly types: readonly TypeEntry[];
}

/** A heading, with the name by which links refer to it. */
export interface Heading {
  readonly title: string;
  readonly anchor: string;
}

/** What an object contains. */
export interface Contents {
  readonly fields: readonly FieldEntry[];
  /** The limits of the whole object. */
  readonly limits: readonly (readonly Span[])[];
  readonly rules: readonly Rule[];
}

export interface KindEntry extends Heading, Contents {
  readonly doc: readonly Block[];
  /** Names, scope, versions and the like. */
  readonly facts: readonly Fact[];
  readonly example: {
    /** An object as YAML. */
    readonly yaml: string;
    /** Why an API server would reject it; usually empty. */
    readonly problems: readonly string[];
  };
  readonly columns: readonly (readonly [name: string, path: string, description: string])[];
  /** The rules for the kind in the generated roles. */
  readonly permissions: readonly (readonly [role: string, resources: string, verbs: string])[];
}

/** A property of a kind. */
export interface Fact {
  readonly name: string;
  readonly value: readonly Span[];
}

/** A type that fields refer to. */
export interface TypeEntry extends Heading, Contents {
  readonly doc: readonly Block[];
  /** The fields with this type. */
  readonly usedIn: readonly Span[];
  /** The values of an enum. */
  readonly values: readonly (readonly [value: string, doc: readonly Block[]])[];
}

export interface FieldEntry {
  readonly name: string;
  readonly type: readonly Span[];
  readonly isRequired: boolean;
  readonly isImmutable: boolean;
  readonly doc: readonly Block[];
  /** As JSON. */
  readonly preset: string | undefined;
  readonly limits: readonly (readonly Span[])[];
  readonly rules: readonly Rule[];
}

/** Unique names for the headings of a page, as GitHub makes them. */
export class Anchors {
  readonly #taken = new Map<string, number>();

  of(title: string): string {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = this.#taken.get(slug) ?? 0;
    this.#taken.set(slug, count + 1);
    if (count === 0) return slug;
    const next = `${slug}-${count}`;
    // The name may also be that of another heading.
    return this.#taken.has(next) ? this.of(next) : (this.#taken.set(next, 1), next);
  }
}
