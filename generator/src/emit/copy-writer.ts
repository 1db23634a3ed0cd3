import { isComposite } from '../model/copied-types.js';
import { folderOf } from '../text/names.js';
import type { ApiPackage } from '../model/model.js';
import type { RuntimeTypeName } from '../syntax/runtime-types.js';
import {
  type Field,
  type NamedType,
  shapeOf,
  type Type,
  type TypeId,
  type TypeTable,
} from '../types/type.js';
import { fieldsOf } from '../types/fields-of.js';
import { propertyAccess, propertyKey, stringLiteral } from '../text/escape.js';
import { packageFile, packageFolder } from './output-files.js';
import type { TemplateContext } from './template-context.js';
import { copyNames, scopeLiteral } from '../model/generated-names.js';
import { ImportSet } from './import-set.js';
import type { MarkerUse } from '../markers/language/definition.js';

/** One function of deepcopy.ts. */
type CopyFunction = CopyHead & CopyBody;

/** The parts of a function that are known before its body. */
interface CopyHead {
  readonly name: string;
  /** The type in TypeScript syntax. */
  readonly type: string;
  /** The type of a kind's objects as the server returned them; empty for other types. */
  readonly persisted: string;
  readonly persistedDoc: string;
  readonly doc: string;
  readonly isExported: boolean;
}

interface CopyBody {
  /** An object is copied field by field, other values by one expression. */
  readonly isRecord: boolean;
  /** Properties of the object literal. */
  readonly properties: readonly string[];
  /** Statements for the fields that are not part of the literal: an absent field stays absent. */
  readonly assignments: readonly string[];
  /** Whether some of the assignments set fields that the type requires. */
  readonly isUnfinished: boolean;
  /** Whether some of them set readonly fields. */
  readonly isReadonly: boolean;
  readonly expression: string;
}

const NOT_PERSISTED = { persisted: '', persistedDoc: '' };

const NOTHING: CopyBody = {
  isRecord: false,
  properties: [],
  assignments: [],
  isUnfinished: false,
  isReadonly: false,
  expression: '',
};

/**
 * How many fields V8 reserves in an object that starts empty. A literal reserves only its own fields: adding
 * fields to a short one allocates a second block of memory, and soon a third.
 */
const EMPTY_LITERAL_CAPACITY = 4;

/** How the types of the runtime are copied; the others are scalars. */
const RUNTIME_COPIES: Partial<Record<RuntimeTypeName, string>> = {
  TypeMeta: 'deepCopyJson',
  ObjectMeta: 'deepCopyObjectMeta',
  ListMeta: 'deepCopyListMeta',
  RawExtension: 'deepCopyJson',
  JSONValue: 'deepCopyJson',
  Condition: 'deepCopyCondition',
  LabelSelector: 'deepCopyLabelSelector',
  LabelSelectorRequirement: 'deepCopyLabelSelectorRequirement',
};

/** Writes the deepCopy functions of one package. */
export class CopyWriter {
  readonly imports: ImportSet;
  readonly #context: TemplateContext;
  readonly #package: ApiPackage;
  readonly #functions: CopyFunction[] = [];
  /** The names of the exported functions, by package folder. */
  readonly #names = new Map<string, ReadonlyMap<NamedType, string>>();
  /**
   * Types without a name of their own that are being written: one that contains itself is copied by a generic
   * function.
   */
  readonly #open = new Set<TypeId>();

  constructor(context: TemplateContext, pkg: ApiPackage, path: string) {
    this.#context = context;
    this.#package = pkg;
    this.imports = new ImportSet(context, path, this.#namesOf(pkg).values());
  }

  functions(): readonly CopyFunction[] {
    const names = this.#namesOf(this.#package);
    for (const named of this.#package.copied) {
      const name = names.get(named);
      if (name === undefined) continue;
      const type = this.imports.apiType(named);
      const doc = `Returns a deep copy of ${named.name}.`;
      const head = { name, type, doc, isExported: true, ...this.#persisted(named, type) };
      this.#inside(named, (inner, keepsUnknown) => {
        this.#write(head, inner, keepsUnknown);
      });
    }
    return this.#functions;
  }

  #namesOf(pkg: ApiPackage): ReadonlyMap<NamedType, string> {
    const folder = packageFolder(pkg);
    const names = this.#names.get(folder) ?? copyNames(pkg);
    this.#names.set(folder, names);
    return names;
  }

  /** The copy of a server object is a server object. */
  #persisted(named: NamedType, type: string): typeof NOT_PERSISTED {
    const kind = this.#package.resources.find((each) => each.type === named);
    if (kind === undefined) return NOT_PERSISTED;
    return {
      persisted: `${this.imports.libraryType('Persisted')}<${type}, ${scopeLiteral(kind)}>`,
      persistedDoc: `Returns a deep copy of ${named.name} as the server returned it.`,
    };
  }

  #write(head: CopyHead, type: Type, keepsUnknown: boolean): void {
    // Reserves the position before its parts: callers are printed above the functions that they call.
    const place = this.#functions.push({ ...head, ...NOTHING }) - 1;
    if (type.kind !== 'object' || keepsUnknown) {
      const expression = keepsUnknown
        ? this.#generic(head.type, 'source')
        : this.#copy(type, 'source', head.type, head.name);
      this.#functions[place] = { ...head, ...NOTHING, expression };
      return;
    }
    const fields = fieldsOf(type, this.#context.model.types).filter(
      (field) => field.type.kind !== 'never',
    );
    if (fields.some(isInherited)) {
      const expression = this.#generic(head.type, 'source');
      this.#functions[place] = { ...head, ...NOTHING, expression };
      return;
    }
    this.#functions[place] = { ...head, ...this.#record(fields, head) };
  }

  #record(fields: readonly Field[], head: CopyHead): CopyBody {
    const required = fields.filter((field) => !field.optional);
    const isWhole = required.length === fields.length || required.length >= EMPTY_LITERAL_CAPACITY;
    const inLiteral = isWhole ? required : [];
    const assigned = fields.filter((field) => !inLiteral.includes(field));
    const valueOf = (field: Field): string =>
      this.#copyField(field, propertyAccess('source', field.name), head);
    return {
      ...NOTHING,
      isRecord: true,
      properties: inLiteral.map((field) => `${propertyKey(field.name)}: ${valueOf(field)}`),
      assignments: assigned.flatMap((field) => copyAssignment(field, valueOf(field))),
      isUnfinished: assigned.some((field) => !field.optional),
      isReadonly: assigned.some((field) => field.isReadonly),
    };
  }

  /** Resolves the names that only vmgen knows, such as `Box<string>`. */
  #inside<T>(named: NamedType, write: (type: Type, keepsUnknown: boolean) => T): T {
    const { types } = this.#context.model;
    let { type } = named;
    let keepsUnknown = keepsUnknownFields(named.markers);
    while (type.kind === 'named') {
      const inner = types.get(type.id);
      if (!inner?.isInstance) break;
      keepsUnknown ||= keepsUnknownFields(inner.markers);
      ({ type } = inner);
    }
    return write(type, keepsUnknown);
  }

  #copyField(field: Field, source: string, head: Pick<CopyFunction, 'name' | 'type'>): string {
    const access = `${head.type}[${stringLiteral(field.name)}]`;
    const type = field.optional ? nonNullable(access) : access;
    if (field.type.kind === 'unknown') return this.#generic('unknown', source);
    const present = field.optional ? this.#present(field.type) : field.type;
    const isNullable = shapeOf(present, this.#context.model.types)?.kind === 'nullable';
    const whole = isNullable && field.optional ? `${type} | null` : type;
    if (keepsUnknownFields(field.markers)) return this.#generic(whole, source);
    const suffix = field.name.replace(/[^A-Za-z0-9]+/g, '_');
    return this.#copy(
      present,
      source,
      present.kind === 'named' ? whole : type,
      `${head.name}${suffix.charAt(0).toUpperCase()}${suffix.slice(1)}`,
    );
  }

  /** The type of a field that is present: an earlier check excludes undefined. */
  #present(type: Type): Type {
    const shape = shapeOf(type, this.#context.model.types);
    return shape?.kind === 'undefinable' ? shape.type : type;
  }

  /** An expression that copies `source`; `type` and `name` are for a part without a name of its own. */
  #copy(type: Type, source: string, typeText: string, name: string): string {
    switch (type.kind) {
      case 'array':
        if (type.tuple) return this.#generic(typeText, source);
        return this.#copyArray(type.element, source, `${typeText}[number]`, name);
      case 'map':
        return this.#copyMap(type.value, source, `${typeText}[string]`, name);
      case 'object':
        return `${this.#anonymous(type, typeText, name)}(${source})`;
      case 'undefinable': {
        const copy = this.#copy(type.type, source, nonNullable(typeText), name);
        return copy === source ? source : `${source} === undefined ? undefined : ${copy}`;
      }
      case 'nullable': {
        const copy = this.#copy(type.type, source, nonNullable(typeText), name);
        return copy === source ? source : `${source} === null ? null : ${copy}`;
      }
      case 'named':
        return this.#copyNamed(type.id, source, typeText, name);
      case 'runtime':
        return this.#copyRuntime(type.name, source);
      case 'bytes':
        return this.#generic('Uint8Array', source);
      case 'date':
        return this.#generic('Date', source);
      case 'union':
        return isComposite(type, this.#context.model.types)
          ? this.#generic(typeText, source)
          : source;
      case 'unknown':
        return this.#generic('unknown', source);
      default:
        return source;
    }
  }

  #copyArray(element: Type, source: string, typeText: string, name: string): string {
    const copy = this.#copy(element, 'item', typeText, `${name}Item`);
    if (copy === 'item') return `${source}.slice()`;
    return `${source}.map(${lambda('item', copy)})`;
  }

  #copyMap(value: Type, source: string, typeText: string, name: string): string {
    const copy = this.#copy(value, 'value', typeText, `${name}Value`);
    if (copy === 'value') return `{ ...${source} }`;
    return `${this.imports.libraryValue('deepCopyMap')}(${source}, ${lambda('value', copy)})`;
  }

  #copyNamed(id: TypeId, source: string, typeText: string, name: string): string {
    const { types, packages } = this.#context.model;
    const named = types.get(id);
    if (!named) return source;
    if (!isComposite(named.type, types)) {
      return this.#copy(behindAliases(named.type, types), source, typeText, name);
    }
    if (named.isInstance) return this.#copyInstance(named, source, typeText, name);
    const own = this.#namesOf(this.#package).get(named);
    if (own !== undefined) return `${own}(${source})`;
    const folder = folderOf(named.path);
    const other = packages.find((pkg) => packageFolder(pkg) === folder);
    const theirs = other && this.#namesOf(other).get(named);
    if (!other || theirs === undefined) return this.#generic(typeText, source);
    return `${this.imports.value(theirs, packageFile(other, 'deepcopy'))}(${source})`;
  }

  #copyInstance(named: NamedType, source: string, typeText: string, name: string): string {
    if (this.#open.has(named.id)) return this.#generic(typeText, source);
    this.#open.add(named.id);
    const copy = this.#inside(named, (type, keepsUnknown) =>
      keepsUnknown ? this.#generic(typeText, source) : this.#copy(type, source, typeText, name),
    );
    this.#open.delete(named.id);
    return copy;
  }

  #copyRuntime(runtimeType: RuntimeTypeName, source: string): string {
    if (runtimeType === 'ResourceList') return `{ ...${source} }`;
    const copy = RUNTIME_COPIES[runtimeType];
    if (copy === undefined) return source;
    if (copy === 'deepCopyJson') {
      return this.#generic(this.imports.libraryType(runtimeType), source);
    }
    return `${this.imports.libraryValue(copy)}(${source})`;
  }

  #generic(typeText: string, source: string): string {
    return `${this.imports.libraryValue('deepCopyJson')}<${typeText}>(${source})`;
  }

  #anonymous(type: Type, typeText: string, wanted: string): string {
    const name = this.imports.declare(wanted);
    const doc = `Copies \`${typeText}\`.`;
    const head = { name, type: typeText, doc, isExported: false, ...NOT_PERSISTED };
    this.#write(head, type, false);
    return name;
  }
}

/** A function of one parameter, in its shortest form. */
function lambda(parameter: string, body: string): string {
  const called = body.slice(0, -`(${parameter})`.length);
  if (/^[\w$]+$/.test(called) && body === `${called}(${parameter})`) return called;
  // A brace after the arrow would start a block.
  return `(${parameter}) => ${body.startsWith('{') ? `(${body})` : body}`;
}

/** Every object has these members, so testing for one does not show whether the field is present. */
function isInherited({ name, optional }: Field): boolean {
  return optional && name !== '__proto__' && name in Object.prototype;
}

/** Types are only ever followed by `[...]`, so a `>` at the end closes the type. */
function nonNullable(type: string): string {
  return /^NonNullable<.*>$/.test(type) ? type : `NonNullable<${type}>`;
}

/** The type at the end of a chain of aliases. Not recursive, because a chain may have thousands of links. */
function behindAliases(type: Type, types: TypeTable): Type {
  const seen = new Set<TypeId>();
  let end = type;
  while (end.kind === 'named' && !seen.has(end.id)) {
    seen.add(end.id);
    end = types.get(end.id)?.type ?? end;
  }
  return end;
}

const KEEPING = [
  'kubebuilder:pruning:PreserveUnknownFields',
  'kubebuilder:validation:XPreserveUnknownFields',
];

/** Whether objects may have fields that the type does not declare, which a copy must preserve. */
function keepsUnknownFields(markers: readonly MarkerUse[]): boolean {
  return markers.some(
    ({ definition, values }) => KEEPING.includes(definition.name) && values.value !== false,
  );
}

/** Lines `copy.x = …`; for an optional field `if (source.x !== undefined) copy.x = …`. */
function copyAssignment({ name, optional }: Field, value: string): string[] {
  const source = propertyAccess('source', name);
  const lines =
    name === '__proto__' ? definition(value) : [`${propertyAccess('copy', name)} = ${value};`];
  if (!optional) return lines;
  const isThere = `${source} !== undefined`;
  const condition =
    name === '__proto__' ? `Object.hasOwn(source, '__proto__') && ${isThere}` : isThere;
  const [only = '', ...more] = lines;
  if (more.length === 0) return [`if (${condition}) ${only}`];
  return [`if (${condition}) {`, ...lines.map((each) => `  ${each}`), `}`];
}

/** A plain assignment would set the prototype instead of a field. */
function definition(value: string): string[] {
  return [
    `Object.defineProperty(copy, '__proto__', {`,
    `  value: ${value},`,
    `  writable: true,`,
    `  enumerable: true,`,
    `  configurable: true,`,
    `});`,
  ];
}
