import { VmgenError } from '../errors/vmgen-error.js';
import { writeQuery, type WriteQuery } from './call-query.js';
import { checkJsonPatch, type JsonPatchOperation } from './json-patch.js';
import type { GetOptions } from './options.js';
import { encodeQuery } from './query.js';
import { JSON_TYPE } from './representation.js';
import type { ResourceCalls } from './resource-calls.js';
import type { SubresourceClient } from './resource-client.js';

const MERGE_PATCH_TYPE = 'application/merge-patch+json';
const STRATEGIC_PATCH_TYPE = 'application/strategic-merge-patch+json';
const JSON_PATCH_TYPE = 'application/json-patch+json';
/** JSON is YAML. Servers of all versions support apply with this type. */
const APPLY_TYPE = 'application/apply-patch+yaml';

/** The method, type and body of a write. */
interface Writing {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly contentType: string;
  readonly body: unknown;
}

const SCALE_TYPE = { apiVersion: 'autoscaling/v1', kind: 'Scale' } as const;

/**
 * Reads and writes one subresource of a kind, or the objects themselves if `subresource` is
 * undefined.
 */
export class TypedSubresourceClient<R> implements SubresourceClient<R, unknown> {
  readonly #calls: ResourceCalls;
  readonly #subresource: string | undefined;
  readonly #check: (answer: unknown) => void;

  /** `check` throws if a response is invalid. */
  constructor(
    calls: ResourceCalls,
    subresource: string | undefined,
    check: (answer: unknown) => void,
  ) {
    this.#calls = calls;
    this.#subresource = subresource;
    this.#check = check;
  }

  async get(name: string, { resourceVersion, signal }: GetOptions = {}): Promise<R> {
    const query = encodeQuery({ resourceVersion });
    const subresource = this.#subresource;
    return this.#calls.answer<R>({ method: 'GET', name, subresource, query, signal }, this.#check);
  }

  async create(name: string, body: unknown, options: WriteQuery = {}): Promise<R> {
    return this.#write(name, { method: 'POST', contentType: JSON_TYPE, body }, options);
  }

  async update(name: string, body: unknown, options: WriteQuery = {}): Promise<R> {
    const typed = this.#typed(body);
    return this.#write(name, { method: 'PUT', contentType: JSON_TYPE, body: typed }, options);
  }

  async mergePatch(name: string, patch: unknown, options: WriteQuery = {}): Promise<R> {
    return this.#patch(name, MERGE_PATCH_TYPE, patch, options);
  }

  async jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<R> {
    checkJsonPatch(operations);
    return this.#patch(name, JSON_PATCH_TYPE, operations, options);
  }

  async strategicMergePatch(name: string, patch: unknown, options: WriteQuery = {}): Promise<R> {
    return this.#patch(name, STRATEGIC_PATCH_TYPE, patch, options);
  }

  async apply(name: string, body: unknown, options: WriteQuery): Promise<R> {
    if (!options.fieldManager) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `fieldManager is required to apply ${this.#calls.resource.plural}`,
      );
    }
    return this.#patch(name, APPLY_TYPE, this.#typed(body), options);
  }

  /** Adds the apiVersion and kind of a Scale, which callers may omit. */
  #typed(body: unknown): unknown {
    const isScale = this.#subresource === 'scale' && typeof body === 'object';
    return isScale ? { ...SCALE_TYPE, ...body } : body;
  }

  #patch(name: string, contentType: string, body: unknown, options: WriteQuery): Promise<R> {
    return this.#write(name, { method: 'PATCH', contentType, body }, options);
  }

  #write(name: string, writing: Writing, options: WriteQuery): Promise<R> {
    const { signal } = options;
    const query = writeQuery(options);
    const subresource = this.#subresource;
    return this.#calls.answer<R>({ name, subresource, query, signal, ...writing }, this.#check);
  }
}
