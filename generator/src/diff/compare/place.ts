import type { JSONSchemaProps } from '@vmgen/crd';
import type { ChangeCode } from '../definitions/registry.js';
import type { Change, DocumentPath } from './change.js';

/** A change of a schema, before its CRD and version are added. */
export type SchemaChange = Pick<Change, 'code' | 'message' | 'field' | 'at' | 'isUncorrelated'>;

/** Two schemas at the same path. */
export interface SchemaPair {
  readonly old: JSONSchemaProps;
  readonly new: JSONSchemaProps;
}

/** How a value is reached from the one around it. */
type Step = { readonly name: string } | 'item' | 'entry';

/** What the schemas above specify about a place. */
interface Around {
  readonly steps: readonly Step[];
  readonly at: DocumentPath;
  readonly changes: SchemaChange[];
  readonly isStatus: boolean;
  readonly isUncorrelated: boolean;
  /** Whether the new schema requires the value; list items are always required. */
  readonly isNeeded: boolean;
}

/** A pair of schemas to compare at one path; collects the changes. */
export class Place {
  readonly #around: Around;

  private constructor(around: Around) {
    this.#around = around;
  }

  static root(changes: SchemaChange[]): Place {
    return new Place({
      steps: [],
      at: [],
      changes,
      isStatus: false,
      isUncorrelated: false,
      isNeeded: true,
    });
  }

  get isRoot(): boolean {
    return this.#around.steps.length === 0;
  }

  /** In the status: written by controllers, and read by everybody. */
  get isStatus(): boolean {
    return this.#around.isStatus;
  }

  get isNeeded(): boolean {
    return this.#around.isNeeded;
  }

  property(name: string, parent: SchemaPair): Place {
    const { steps, isStatus } = this.#around;
    const isNeeded = (parent.new.required ?? []).includes(name);
    return this.#below({ name }, ['properties', name], {
      isStatus: isStatus || (steps.length === 0 && name === 'status'),
      isNeeded,
    });
  }

  entries(): Place {
    return this.#below('entry', ['additionalProperties'], { isNeeded: false });
  }

  items(parent: SchemaPair): Place {
    const isMap = parent.new['x-kubernetes-list-type'] === 'map';
    const isUncorrelated = this.#around.isUncorrelated || !isMap;
    return this.#below('item', ['items'], { isUncorrelated, isNeeded: true });
  }

  /** @param keyword the keyword that changed; defaults to the schema itself */
  add(code: ChangeCode, message: string, keyword?: string | DocumentPath): void {
    const { changes, at, isUncorrelated } = this.#around;
    const below = keyword === undefined ? [] : typeof keyword === 'string' ? [keyword] : keyword;
    changes.push({
      code,
      message,
      field: this.field || undefined,
      at: [...at, ...below],
      ...(isUncorrelated ? { isUncorrelated } : {}),
    });
  }

  /** The path for messages; '' for the whole object. */
  get field(): string {
    let text = '';
    for (const step of this.#around.steps) {
      if (step === 'item') text += '[*]';
      else if (step === 'entry') text += text === '' ? '*' : '.*';
      else text += nameIn(step.name, text === '');
    }
    return text;
  }

  #below(step: Step, at: DocumentPath, more: Partial<Around>): Place {
    const around = this.#around;
    return new Place({
      ...around,
      ...more,
      steps: [...around.steps, step],
      at: [...around.at, ...at],
    });
  }
}

function nameIn(name: string, isFirst: boolean): string {
  if (!/^[\w$-]+$/.test(name)) return `[${JSON.stringify(name)}]`;
  return isFirst ? name : `.${name}`;
}
