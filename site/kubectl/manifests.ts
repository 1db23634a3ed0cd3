import { byteLength } from '@vmgen/base/bytes';
import type { JsonObject } from '@vmgen/base/json';
import { parseDocuments } from '@vmgen/base/yaml';
import { CommandError } from './errors.js';
import { stringAt } from './json-at.js';
import type { Place, Resource, Resources } from './resources.js';

/** The limit of a file in bytes: the API server reads no longer request. */
const MAX_FILE_BYTES = 3 * 1024 * 1024;

/** Where commands read files. */
export interface Files {
  /** Returns the text of a file; undefined if it does not exist. `-` is the standard input. */
  readonly readFile: (name: string) => string | undefined;
}

/** An object of a file, and where it is stored. */
export interface ManifestObject extends Place {
  readonly source: string;
  readonly name: string;
  readonly object: JsonObject;
}

/**
 * Reads a file.
 *
 * @throws CommandError if it does not exist or is too long
 */
export function readText({ readFile }: Files, name: string): string {
  const text = readFile(name);
  if (text === undefined) throw new CommandError(`the path ${JSON.stringify(name)} does not exist`);
  // A character has three bytes at most.
  if (text.length * 3 > MAX_FILE_BYTES && byteLength(text) > MAX_FILE_BYTES) {
    const megabytes = (byteLength(text) / 1024 / 1024).toFixed(1);
    throw new CommandError(
      `the file ${JSON.stringify(sourceOf(name))} has ${megabytes} MiB; at most 3 MiB are read`,
    );
  }
  return text;
}

const sourceOf = (name: string): string => (name === '-' ? 'STDIN' : name);

/** The objects of files, and the problems of objects that cannot be sent. */
export interface Manifests {
  readonly objects: readonly ManifestObject[];
  readonly errors: readonly Error[];
}

/** What {@link readManifests} needs besides the names of files. */
interface ManifestOptions {
  readonly files: Files;
  readonly resources: Resources;
  /** The namespace of objects without one. */
  readonly namespace: string;
  /** Whether the user has named this namespace, so that objects must not be in another one. */
  readonly isNamespaceGiven: boolean;
}

/** Reads the objects in files. */
export function readManifests(names: readonly string[], options: ManifestOptions): Manifests {
  const objects: ManifestObject[] = [];
  const errors: Error[] = [];
  for (const name of names) {
    const source = sourceOf(name);
    const { documents, problems } = parseDocuments({ source, text: readText(options.files, name) });
    for (const { reason } of problems) {
      errors.push(new CommandError(`error parsing ${source}: ${reason}`));
    }
    for (const { value } of documents) {
      try {
        objects.push(locate(value, source, options));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        errors.push(error);
      }
    }
  }
  return { objects, errors };
}

function locate(
  object: JsonObject,
  source: string,
  { resources, namespace: usual, isNamespaceGiven }: ManifestOptions,
): ManifestObject {
  const resource = resourceOf(object, source, resources);
  const name = stringAt(object, 'metadata', 'name');
  if (!resource.isNamespaced) return { source, resource, name, object, namespace: undefined };
  const own = stringAt(object, 'metadata', 'namespace');
  const namespace = own || usual;
  if (isNamespaceGiven && namespace !== usual) {
    throw new CommandError(
      `the namespace from the provided object ${JSON.stringify(own)} does not match the namespace ${JSON.stringify(usual)}. You must pass '--namespace=${own}' to perform this operation.`,
    );
  }
  const metadata = { ...(object['metadata'] as JsonObject | undefined), namespace };
  return { source, resource, name, namespace, object: { ...object, metadata } };
}

/** @throws CommandError if an object has no kind, or a kind that is not served */
function resourceOf(object: JsonObject, source: string, resources: Resources): Resource {
  const [apiVersion, kind] = [stringAt(object, 'apiVersion'), stringAt(object, 'kind')];
  if (kind === '' || apiVersion === '') {
    const missing = [
      ...(apiVersion === '' ? ['apiVersion not set'] : []),
      ...(kind === '' ? ['kind not set'] : []),
    ];
    throw new CommandError(
      `error validating ${JSON.stringify(source)}: error validating data: ${missing.length === 1 ? missing.join('') : `[${missing.join(', ')}]`}`,
    );
  }
  const resource = resources.ofKind(apiVersion, kind);
  if (resource !== undefined) return resource;
  const [name, namespace] = [
    stringAt(object, 'metadata', 'name'),
    stringAt(object, 'metadata', 'namespace'),
  ].map((text) => JSON.stringify(text));
  throw new CommandError(
    `resource mapping not found for name: ${name ?? ''} namespace: ${namespace ?? ''} from ${JSON.stringify(source)}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}\nensure CRDs are installed first`,
  );
}
