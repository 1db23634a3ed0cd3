import { type Context, namespaceOf } from './context.js';
import { CommandError } from './errors.js';
import { readManifests } from './manifests.js';
import type { Place, Resource, Resources } from './resources.js';

/** An object that a command names. */
export interface NamedObject extends Place {
  readonly name: string;
  /** The file with the object, if it was found there. */
  readonly source?: string;
}

/** What a command selects: collections, or objects by name. */
export interface Selection {
  readonly collections: readonly Place[];
  readonly objects: readonly NamedObject[];
  /** Problems of files. */
  readonly errors: readonly Error[];
}

/**
 * Finds what the words of a command select: `TYPE[,TYPE]`, `TYPE NAME ...`, `TYPE/NAME ...`, or files.
 *
 * @throws CommandError for words that do not fit, and for unknown types
 */
export async function select(context: Context): Promise<Selection> {
  const { args } = context;
  const resources = await context.resources();
  const files = args.texts('filename');
  if (files.length > 0) {
    if (args.words.length > 0) {
      throw new CommandError(
        'when paths or stdin is provided as input, you may not specify resource arguments as well',
      );
    }
    const namespace = namespaceOf(context);
    const isNamespaceGiven = args.text('namespace') !== undefined;
    const found = readManifests(files, { files: context, resources, namespace, isNamespaceGiven });
    return { collections: [], ...found };
  }
  const [first, ...names] = args.words;
  if (first === undefined)
    throw new CommandError(
      'you must provide one or more resources by type and name, or with --filename (-f)',
    );
  const selects = ['selector', 'field-selector'].some((flag) => args.text(flag) !== undefined);
  const all = args.isSet('all-namespaces');
  if (args.words.some((word) => word.includes('/'))) {
    checkNamed(all, selects);
    return {
      collections: [],
      objects: args.words.map((word) => inPair(word, context, resources)),
      errors: [],
    };
  }
  const places = typesIn(first, resources).map((resource) => placeOf(resource, context, all));
  if (names.length === 0) return { collections: places, objects: [], errors: [] };
  checkNamed(all, selects);
  const objects = places.flatMap((place) => names.map((name) => ({ ...place, name })));
  return { collections: [], objects, errors: [] };
}

function checkNamed(isAllNamespaces: boolean, selects: boolean): void {
  if (isAllNamespaces) {
    throw new CommandError('a resource cannot be retrieved by name across all namespaces');
  }
  if (selects) throw new CommandError('name cannot be provided when a selector is specified');
}

const placeOf = (resource: Resource, context: Context, isAllNamespaces: boolean): Place => ({
  resource,
  namespace: resource.isNamespaced && !isAllNamespaces ? namespaceOf(context) : undefined,
});

/** The name of a category, such as `all`, selects its resources. */
function typesIn(typed: string, resources: Resources): readonly Resource[] {
  return typed.split(',').flatMap((each) => {
    const members = resources.inCategory(each);
    return members.length > 0 ? members : [resources.find(each)];
  });
}

function inPair(word: string, context: Context, resources: Resources): NamedObject {
  const [type = '', name = '', ...rest] = word.split('/');
  if (!word.includes('/')) {
    throw new CommandError(
      "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
    );
  }
  if (rest.length > 0) {
    throw new CommandError('arguments in resource/name form may not have more than one slash');
  }
  if (type === '' || name === '') {
    throw new CommandError('arguments in resource/name form must have a single resource and name');
  }
  return { ...placeOf(resources.find(type), context, false), name };
}
