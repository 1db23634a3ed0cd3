import { STANDARD_FIELDS } from '../../schema/known-schemas.js';
import type { BuiltCrd } from '../../model/build-crd.js';
import type { ApiModel, ApiPackage, CustomResource, Resource } from '../../model/model.js';
import { sampleOf } from '../sample/sample-of.js';
import { toJsonSchema } from '../../schema/to-json-schema.js';
import { codeSpan, readLine, readProse, type Span, textSpan, shownText } from './prose.js';
import { Anchors, type Fact, type KindEntry, type ReferencePage } from './reference.js';
import { TypeCollector } from './type-collector.js';

/** What a reference is made from. */
interface ReferenceInputs {
  readonly model: ApiModel;
  readonly crds: readonly BuiltCrd[];
  /** The address of the page of a version of a group, relative to the others. */
  readonly addressOf: (group: string, version: string) => string;
  /** Prints an object as YAML. */
  readonly yamlOf: (object: object) => string;
}

/** A kind in the version of a page. */
interface Subject {
  readonly resource: Resource;
  readonly whole: CustomResource;
  readonly pkg: ApiPackage;
  readonly crd: BuiltCrd['crd'];
}

/** The reference of each version of a group that has kinds, in the order of the model. */
export const referencePages = (inputs: ReferenceInputs): ReferencePage[] =>
  describedPackages(inputs).map((pkg) => pageOf(pkg, subjectsOf(pkg, inputs), inputs));

/** The versions of groups that have a page. */
export const describedPackages = (inputs: Pick<ReferenceInputs, 'model' | 'crds'>): ApiPackage[] =>
  inputs.model.packages.filter((pkg) => subjectsOf(pkg, inputs).length > 0);

/** The kinds of a package that an API server accepts. */
const subjectsOf = (pkg: ApiPackage, { crds }: Pick<ReferenceInputs, 'crds'>): readonly Subject[] =>
  crds.flatMap(({ resource: whole, crd }) =>
    whole.versions
      .filter((version) => version.package === pkg)
      .map(({ resource }): Subject => ({ resource, whole, pkg, crd })),
  );

function pageOf(
  pkg: ApiPackage,
  subjects: readonly Subject[],
  inputs: ReferenceInputs,
): ReferencePage {
  const anchors = new Anchors();
  for (const each of [`${pkg.group}/${pkg.version}`, 'Kinds', 'Types', 'main']) anchors.of(each);
  const types = new TypeCollector(inputs.model.types, anchors);
  const kinds = subjects.map((subject) => kindEntry(subject, types, anchors, inputs));
  const { group, version, doc } = pkg;
  return { group, version, doc: readProse(doc), kinds, types: types.entries() };
}

function kindEntry(
  subject: Subject,
  types: TypeCollector,
  anchors: Anchors,
  inputs: ReferenceInputs,
): KindEntry {
  const { resource, whole, pkg, crd } = subject;
  const { kind, type, schema } = resource;
  const heading = { title: kind, anchor: anchors.of(kind) };
  const { object, problems } = sampleOf(crd, pkg.version);
  return {
    ...heading,
    doc: readProse(type.doc),
    facts: factsOf(subject, inputs),
    example: { yaml: inputs.yamlOf(object), problems: problems.map(shownText) },
    columns: resource.columns.map(({ name, jsonPath, description = '' }) => {
      return [shownText(name), shownText(jsonPath), shownText(description)];
    }),
    permissions: permissionsFor(resource, whole.group, inputs.model),
    ...types.contents(toJsonSchema(schema), type.type, heading, STANDARD_FIELDS),
  };
}

const words = (name: string, text: string): Fact => ({
  name,
  value: [textSpan(shownText(text))],
});

const codes = (name: string, texts: readonly string[]): Fact => ({
  name,
  value: texts.flatMap((text, index) => [...(index === 0 ? [] : [textSpan(', ')]), codeSpan(text)]),
});

function factsOf(subject: Subject, inputs: ReferenceInputs): Fact[] {
  const { resource, whole, pkg } = subject;
  const { main } = whole;
  const optional = (name: string, texts: readonly string[]): Fact[] =>
    texts.length === 0 ? [] : [codes(name, texts)];
  return [
    codes('apiVersion', [`${pkg.group}/${pkg.version}`]),
    codes('kind', [main.kind]),
    words('Scope', main.namespaced ? 'Namespaced' : 'Cluster'),
    codes('Names', [main.plural, main.singular, ...main.shortNames]),
    ...optional('Categories', main.categories),
    ...versionFacts(subject, inputs),
    ...subresourceFacts(resource),
    ...optional('Field selectors', resource.selectableFields),
  ];
}

function versionFacts({ resource, whole, pkg }: Subject, inputs: ReferenceInputs): Fact[] {
  const { deprecation, isServed, isStored } = resource;
  const states = [isServed ? 'served' : 'not served', ...(isStored ? ['stored'] : [])];
  const others = whole.versions.filter((each) => each.package !== pkg);
  const links = others.flatMap(({ package: { group, version } }, index): Span[] => [
    ...(index === 0 ? [] : [textSpan(', ')]),
    { kind: 'link', text: version, href: inputs.addressOf(group, version) },
  ]);
  const hasWebhook = whole.conversion?.strategy === 'Webhook';
  const converted = hasWebhook ? 'by a webhook' : 'only apiVersion changes';
  return [
    words('Version', states.join(', ')),
    ...(deprecation === undefined
      ? []
      : [{ name: 'Deprecated', value: readLine(deprecation === '' ? 'yes' : deprecation) }]),
    ...(others.length === 0
      ? []
      : [{ name: 'Other versions', value: links }, words('Conversion', converted)]),
  ];
}

function subresourceFacts({ hasStatus, scale }: Resource): Fact[] {
  const all = [...(hasStatus ? ['status'] : []), ...(scale === undefined ? [] : ['scale'])];
  if (all.length === 0) return [];
  const paths = scale === undefined ? [] : [scale.specPath, scale.statusPath];
  return [codes('Subresources', all), ...(paths.length > 0 ? [codes('Scale', paths)] : [])];
}

/** The rules of generated roles that name the kind. */
function permissionsFor(
  { plural }: Resource,
  group: string,
  { roles }: ApiModel,
): KindEntry['permissions'] {
  return roles.flatMap(({ name, namespace, rules }) =>
    rules
      .filter(({ apiGroups }) => apiGroups.includes(group))
      .flatMap(({ resources, verbs }) => {
        const own = resources.filter((each) => each === plural || each.startsWith(`${plural}/`));
        if (own.length === 0) return [];
        const role = namespace === undefined ? name : `${namespace}/${name}`;
        return [[shownText(role), shownText(own.join(', ')), shownText(verbs.join(', '))] as const];
      }),
  );
}
