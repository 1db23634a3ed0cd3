import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';
import { compile } from 'json-schema-to-typescript';
import type ts from 'typescript';
import { typescript } from '@vmgen/fixtures/generator/typescript';
import { strictProgram } from '@vmgen/fixtures/generator/strict-problems';
import { readDocuments } from './documents/read-documents.js';
import { importDefinitions } from './import-definitions.js';
import { DIFFERENCES } from './independent-types.test.data.js';

// json-schema-to-typescript is an independent implementation for the constructs that types can express. It
// ignores markers and the JSON Schema extensions of Kubernetes, so `jsonSchemaOf` translates the latter.

const folder = fileURLToPath(new URL('../../testdata/crds/', import.meta.url));

const OPTIONS = {
  additionalProperties: false,
  bannerComment: '',
  format: false,
  // Types do not express the length of lists here, and tuples do not scale to lists of 100 items.
  ignoreMinAndMaxItems: true,
} as const;

/** One version of a kind, with the files that declare its types. */
interface Subject {
  readonly name: string;
  readonly kind: string;
  readonly imported: string;
  readonly independent: string;
}

test('import writes the types that json-schema-to-typescript derives from the same schemas', async (context) => {
  const crds = readdirSync(folder).sort().flatMap(crdsOf);
  const imported = importDefinitions(crds, { folderOf: (group) => group });
  const files = new Map(imported.files.map(({ path, text }) => [folder + path, text]));
  const subjects: Subject[] = [];
  for (const { spec } of crds) {
    for (const { name: version, schema } of spec.versions) {
      const { kind } = spec.names;
      const at = `${folder}${spec.group}/${version}/`;
      const independent = `${at}${kind}.ts`;
      const json = jsonSchemaOf(schema?.openAPIV3Schema ?? {});
      // compile() changes its argument.
      files.set(independent, await compile(json, kind, OPTIONS));
      subjects.push({ name: `${kind}.${version}`, kind, imported: `${at}types.ts`, independent });
    }
  }
  const program = strictProgram(files);
  const comparison = new Comparison(program.getTypeChecker());
  for (const { name, kind, ...paths } of subjects) {
    const typeIn = (path: string): ts.Type => declaredType(program, path, kind);
    comparison.compareKind(name, typeIn(paths.imported), typeIn(paths.independent));
  }
  const listed = new Map(
    DIFFERENCES.flatMap(({ reason, types }) => types.map((type) => [type, reason] as const)),
  );
  const unlisted = comparison.differences.filter((each) => !listed.has(each));
  const vanished = [...listed.keys()].filter((each) => !comparison.differences.includes(each));
  context.diagnostic(
    `${subjects.length} kinds compared: ${comparison.equalCount} types of fields are mutually assignable, ` +
      `${comparison.differences.length} differ for ${DIFFERENCES.length} reasons`,
  );
  assert.deepEqual({ unlisted, vanished }, { unlisted: [], vanished: [] });
});

function crdsOf(file: string): CustomResourceDefinition[] {
  const text = readFileSync(folder + file, 'utf8');
  return readDocuments([{ source: file, text }]).crds.map(({ crd }) => crd);
}

/** A structural schema in the terms of JSON Schema. */
function jsonSchemaOf(schema: JSONSchemaProps): Parameters<typeof compile>[0] {
  return JSON.parse(
    JSON.stringify(schema, (_, value: unknown) => (isSchema(value) ? translated(value) : value)),
  ) as Parameters<typeof compile>[0];
}

const isSchema = (value: unknown): value is JSONSchemaProps =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function translated(schema: JSONSchemaProps): object {
  const { nullable, type, 'x-kubernetes-int-or-string': isIntOrString, ...rest } = schema;
  // A map of properties may have any of these names.
  if (typeof nullable === 'object' || typeof type === 'object') return schema;
  if (isIntOrString === true)
    return { type: nullable ? ['integer', 'string', 'null'] : ['integer', 'string'] };
  const preserves = rest['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...rest,
    ...(type !== undefined && { type: nullable ? [type, 'null'] : type }),
    ...(preserves && rest.additionalProperties === undefined && { additionalProperties: true }),
  };
}

function declaredType(program: ts.Program, path: string, name: string): ts.Type {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name);
  assert.ok(symbol, `${path} declares ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

/** Compares types by field, so that one difference does not hide others. */
class Comparison {
  readonly differences: string[] = [];
  equalCount = 0;
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** The API server manages apiVersion, kind and metadata; their schemas are empty. */
  compareKind(path: string, ours: ts.Type, theirs: ts.Type): void {
    this.#compareFields(path, ours, theirs, new Set(['apiVersion', 'kind', 'metadata']));
  }

  #compare(path: string, ours: ts.Type, theirs: ts.Type): void {
    const [a, b] = [
      this.#checker.getNonNullableType(ours),
      this.#checker.getNonNullableType(theirs),
    ];
    const isNullable = this.#acceptsNull(ours) !== this.#acceptsNull(theirs);
    if (!isNullable && this.#isList(a) && this.#isList(b)) {
      this.#compare(`${path}[]`, this.#elementOf(a), this.#elementOf(b));
    } else if (!isNullable && this.#isPlainObject(a) && this.#isPlainObject(b)) {
      this.#compareFields(path, a, b, new Set());
    } else if (
      this.#isAssignable(ours, theirs) &&
      this.#isAssignable(theirs, ours) &&
      !this.#isAny(ours, theirs)
    ) {
      this.equalCount++;
    } else {
      this.differences.push(`${path}: ${this.#print(ours)}, not ${this.#print(theirs)}`);
    }
  }

  #compareFields(
    path: string,
    ours: ts.Type,
    theirs: ts.Type,
    passedOver: ReadonlySet<string>,
  ): void {
    const [a, b] = [this.#fieldsOf(ours), this.#fieldsOf(theirs)];
    for (const name of new Set([...a.keys(), ...b.keys()])) {
      if (passedOver.has(name)) continue;
      const [left, right] = [a.get(name), b.get(name)];
      const at = `${path}.${name}`;
      if (!left || !right)
        this.differences.push(`${at}: only ${left ? 'imported' : 'independent'}`);
      else if (isOptional(left) !== isOptional(right)) {
        this.differences.push(
          `${at}: ${isOptional(left) ? 'optional, not required' : 'required, not optional'}`,
        );
      } else
        this.#compare(
          at,
          this.#checker.getTypeOfSymbol(left),
          this.#checker.getTypeOfSymbol(right),
        );
    }
    const [own, other] = [this.#valuesOf(ours), this.#valuesOf(theirs)];
    if (own && other) this.#compare(`${path}{}`, own, other);
    else if (own ?? other)
      this.differences.push(
        `${path}: ${own ? 'open' : 'closed'}, not ${other ? 'open' : 'closed'}`,
      );
  }

  #fieldsOf(type: ts.Type): ReadonlyMap<string, ts.Symbol> {
    return new Map(this.#checker.getPropertiesOfType(type).map((each) => [each.name, each]));
  }

  #valuesOf(type: ts.Type): ts.Type | undefined {
    return this.#checker.getIndexInfosOfType(type)[0]?.type;
  }

  #isList = (type: ts.Type): boolean => this.#checker.isArrayType(type);

  #elementOf(type: ts.Type): ts.Type {
    return this.#checker.getIndexInfosOfType(type)[0]?.type ?? type;
  }

  #isPlainObject = (type: ts.Type): boolean =>
    (type.flags & typescript.TypeFlags.Object) !== 0 || type.isIntersection();

  #acceptsNull = (type: ts.Type): boolean =>
    type.isUnion() && type.types.some(({ flags }) => (flags & typescript.TypeFlags.Null) !== 0);

  #isAny = (...types: readonly ts.Type[]): boolean =>
    types.some(({ flags }) => (flags & typescript.TypeFlags.Any) !== 0);

  #isAssignable(from: ts.Type, to: ts.Type): boolean {
    return this.#checker.isTypeAssignableTo(from, to);
  }

  #print(type: ts.Type): string {
    return this.#checker.typeToString(type).slice(0, 60);
  }
}

const isOptional = ({ flags }: ts.Symbol): boolean =>
  (flags & typescript.SymbolFlags.Optional) !== 0;
