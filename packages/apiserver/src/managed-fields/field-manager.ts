import { isJsonObject, type JsonObject, type JsonValue, deepEqualJson } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';
import { PatchError } from '../errors/patch-error.js';
import { runSynchronously, type Steps } from '../request/steps.js';
import { capUpdateManagers } from './cap-managers.js';
import { conflictError } from './conflict-error.js';
import { CreatedFields } from './created-fields.js';
import { emptySet, isEmptySet, subtractSet, type FieldSet } from './field-set.js';
import { ownedByLastApplied, withLastApplied } from './last-applied.js';
import {
  encodeEntry,
  encodeManagers,
  FieldsCodec,
  managerId,
  type ManagerEntry,
  type ManagerIdentity,
  type Managers,
} from './managers.js';
import {
  managedFieldsOf,
  managersOf,
  resetsManagers,
  revertTimeOnlyChange,
  withManagedFields,
} from './object-managers.js';
import { ownAfterApply, ownAfterUpdate, type OwnershipRules } from './ownership.js';
import { RequestVersions, type KindVersions, type ResetFields } from './request-versions.js';
import { mergeTyped } from './merge-typed.js';
import { objectType } from './schema-type.js';
import type { ValueType } from './value-type.js';
import { setOfFields } from './strip-set.js';
import { describeKind } from './validate-applied.js';
import { validateTyped } from './validate-typed.js';

interface FieldManagerOptions {
  /**
   * The schema of the whole object. If undefined, fields are deduced: maps are owned by field,
   * lists as a whole.
   */
  readonly schema: JSONSchemaProps | undefined;
  readonly resetFields?: ResetFields;
  /**
   * The versions of the kind, to whose fields managers refer. If undefined, all managers refer to
   * fields of this version.
   */
  readonly versions?: KindVersions;
  /**
   * Returns an object of the kind before any write. A Go struct always contains its nested structs,
   * so no manager owns them. Defaults to an empty object.
   */
  readonly zero?: () => JsonObject;
}

/** The properties of all requests. */
interface RecordedRequest {
  /** The stored object; undefined for a creation. */
  readonly live: JsonObject | undefined;
  /** The field manager; '' becomes `unknown`. */
  readonly manager: string;
  /** '' for the main resource. */
  readonly subresource: string;
  /** The version of the request: `group/version`. */
  readonly apiVersion: string;
  /** RFC 3339 in UTC with whole seconds; undefined for an entry without a time. */
  readonly time: string | undefined;
}

/** A create, an update or a patch other than apply, after defaulting and pruning. */
interface UpdateRequest extends RecordedRequest {
  /** The object to store. */
  readonly next: JsonObject;
  readonly operation?: 'Update';
}

/** A server-side apply. */
interface ApplyRequest extends RecordedRequest {
  /** The body, which {@link validateApplied} has accepted. */
  readonly applied: JsonObject;
  /** Whether to take fields from other managers instead of failing. */
  readonly force: boolean;
}

/** Maintains metadata.managedFields of the objects of one kind. */
export interface FieldManager {
  /**
   * Returns `next` with updated metadata.managedFields; for a creation, changes `next` itself.
   * Unchanged parts are shared, managedFields also between created objects. If only the times of
   * managedFields would change, returns `live` itself. Waits only for conversions to the versions of
   * other managers. If one fails, managedFields remain.
   */
  recordUpdate(request: UpdateRequest): Steps<JsonObject>;
  /**
   * Returns the merged object with its managedFields, before pruning and defaulting; `live` itself
   * if nothing changes. Waits only for conversions to the versions of other managers.
   *
   * @throws ConflictError if other managers own fields that would change and `force` is false
   * @throws PatchError 500 if the body does not match the schema, or a conversion fails
   */
  apply(request: ApplyRequest): Steps<JsonObject>;
  /**
   * Returns an object with the fields of a configuration, as an apply sets them. No manager owns
   * them.
   *
   * @throws Error if one of them does not match the schema, or the configuration has an atomic part
   */
  merge(object: JsonObject, configuration: JsonObject): JsonObject;
}

/** Upstream: apimachinery's managedfields.NewDefaultCRDFieldManager. */
export function createFieldManager(options: FieldManagerOptions): FieldManager {
  return new TypedFieldManager(options);
}

/** The field manager of kubectl's own server-side apply. */
const KUBECTL = 'kubectl';

class TypedFieldManager implements FieldManager {
  readonly #codec = new FieldsCodec();
  readonly #rules: OwnershipRules;
  readonly #versions: KindVersions | undefined;
  readonly #resetFields = new Map<string, FieldSet>();
  readonly #zero: (() => JsonObject) | undefined;
  readonly #created = new CreatedFields();
  /** The object before the latest creation, which is equal for all objects of a type. */
  #latestBlank: JsonObject | undefined;
  #latestCreated: { readonly entry: ManagerEntry; readonly list: JsonValue[] } | undefined;

  constructor(options: FieldManagerOptions) {
    for (const [subresource, paths] of Object.entries(options.resetFields ?? {})) {
      this.#resetFields.set(subresource, setOfFields(paths));
    }
    this.#rules = {
      type: objectType(options.schema),
      ignored: setOfFields([]),
    };
    this.#versions = options.versions;
    this.#zero = options.zero;
  }

  *recordUpdate(request: UpdateRequest): Steps<JsonObject> {
    const { live } = request;
    const next = withManagedFields(request.next, []);
    const managers = this.#managersBefore(request);
    // An object whose managers were reset has no managers until the next apply.
    if (managers.size === 0 && uidOf(live) !== undefined) return next;
    if (live === undefined && managers.size === 0) return this.#recordCreate(request, next);
    const before = live === undefined ? this.#blank(next) : withManagedFields(live, []);
    const updated = yield* this.#updateTyped(request, before, next, managers);
    if (updated === undefined) return withManagedFields(next, managedFieldsOf(live) ?? []);
    const result = this.#encode(next, updated);
    return live === undefined ? result : revertTimeOnlyChange(live, result);
  }

  #recordCreate(request: UpdateRequest, next: JsonObject): JsonObject {
    const actor = identify(request, 'Update');
    const blank = this.#blankOf(next);
    const set = this.#created.of(next, blank, () => {
      // Without managers, there is nothing to wait for.
      const managers = runSynchronously(this.#updateTyped(request, blank, next, new Map()));
      return managers?.get(managerId(actor))?.set ?? emptySet;
    });
    if (isEmptySet(set)) return next;
    const metadata = (next['metadata'] ??= {});
    if (isJsonObject(metadata))
      metadata['managedFields'] = this.#createdList(actor, request.time, set);
    return next;
  }

  /** Objects that a manager creates in the same second usually share managedFields. */
  #createdList(actor: ManagerIdentity, time: string | undefined, set: FieldSet): JsonValue[] {
    const { manager, operation, apiVersion, subresource } = actor;
    const latest = this.#latestCreated;
    const isSame =
      latest?.entry.set === set &&
      latest.entry.time === time &&
      latest.entry.manager === manager &&
      latest.entry.apiVersion === apiVersion &&
      latest.entry.subresource === subresource;
    if (isSame) return latest.list;
    const entry = { manager, operation, apiVersion, subresource, time, set };
    const list = [encodeEntry(entry, this.#codec)];
    this.#latestCreated = { entry, list };
    return list;
  }

  #blankOf(next: JsonObject): JsonObject {
    let blank = this.#latestBlank;
    if (blank?.['apiVersion'] !== next['apiVersion'] || blank?.['kind'] !== next['kind']) {
      blank = this.#blank(next);
      this.#latestBlank = blank;
    }
    return blank ?? this.#blank(next);
  }

  /**
   * Returns the managers after an update; undefined if an object does not match its schema or cannot
   * be converted to the version of a manager.
   */
  *#updateTyped(
    request: UpdateRequest,
    before: JsonObject,
    next: JsonObject,
    managers: Managers,
  ): Steps<Managers | undefined> {
    const mismatch = this.#typeMismatch(next) ?? this.#typeMismatch(before, next);
    if (mismatch !== undefined) return undefined;
    try {
      return yield* this.#update(request, before, next, managers);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      return undefined;
    }
  }

  *apply(request: ApplyRequest): Steps<JsonObject> {
    const { applied, live } = request;
    const before = live === undefined ? this.#blank(applied) : withManagedFields(live, []);
    const managers = yield* this.#managersBeforeApply(request, before);
    this.#checkFit('patch', applied);
    this.#checkFit('live', before);
    const outcome = yield* ownAfterApply(this.#versionsFor(request), {
      live: before,
      applied,
      managers,
      actor: identify(request, 'Apply'),
      time: request.time,
    });
    if (!request.force) this.#refuseConflicts(request, before, outcome.conflicts);
    const merged = isJsonObject(outcome.object) ? outcome.object : before;
    const annotated = request.manager === KUBECTL ? withLastApplied(merged, applied) : merged;
    const result = this.#encode(annotated, outcome.managers);
    return live !== undefined && deepEqualJson(live, result) ? live : result;
  }

  merge(object: JsonObject, configuration: JsonObject): JsonObject {
    const { type } = this.#rules;
    for (const [name, value] of [
      ['patch', configuration],
      ['original', object],
    ] as const) {
      const reason = validateTyped(value, type);
      if (reason !== undefined) {
        throw new Error(`failed to convert ${name} object to typed object: ${reason}`);
      }
      const atomic = name === 'patch' ? atomicPaths(value, type) : [];
      if (atomic.length > 0) {
        const why = `may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`;
        throw new Error(`invalid ApplyConfiguration: ${why}`);
      }
    }
    const merged = mergeTyped(object, configuration, type);
    return isJsonObject(merged) ? merged : object;
  }

  /** Returns the managers before an update. Clients may set managedFields of the main resource. */
  #managersBefore(request: UpdateRequest): Managers {
    if (request.subresource === '') {
      if (resetsManagers(request.next)) return new Map();
      const own = managersOf(request.next, this.#codec);
      if (own.size > 0) return own;
    }
    return managersOf(request.live, this.#codec);
  }

  /**
   * Returns the managers before an apply. Fields without a manager belong to `before-first-apply`.
   */
  *#managersBeforeApply(request: ApplyRequest, live: JsonObject): Steps<Managers> {
    const managers = managersOf(request.live, this.#codec);
    if (managers.size > 0) return managers;
    const first = { ...request, manager: 'before-first-apply' };
    return yield* this.#update(first, this.#blank(request.applied), live, managers);
  }

  *#update(
    request: RecordedRequest,
    live: JsonObject,
    next: JsonObject,
    managers: Managers,
  ): Steps<Managers> {
    const { time } = request;
    const actor = identify(request, 'Update');
    const write = { live, next, managers, actor, time };
    return capUpdateManagers(yield* ownAfterUpdate(this.#versionsFor(request), write));
  }

  /**
   * Reports conflicts, except that `kubectl` may take over the fields that it set by client-side
   * apply.
   */
  #refuseConflicts(
    request: ApplyRequest,
    live: JsonObject,
    conflicts: readonly ManagerEntry[],
  ): void {
    if (conflicts.length === 0) return;
    if (request.manager !== KUBECTL) throw conflictError(conflicts);
    const allowed = ownedByLastApplied(live, this.#rules.type, request.apiVersion);
    const rest = conflicts
      .map((entry) => ({ ...entry, set: subtractSet(entry.set, allowed) }))
      .filter((entry) => !isEmptySet(entry.set));
    if (rest.length > 0) throw conflictError(rest);
  }

  #versionsFor(request: RecordedRequest): RequestVersions {
    const ignored = this.#resetFields.get(request.subresource);
    const own = ignored === undefined ? this.#rules : { ...this.#rules, ignored };
    return new RequestVersions(own, request, this.#versions);
  }

  /** @param known an object that is valid */
  #typeMismatch(object: JsonObject, known?: JsonObject): string | undefined {
    return validateTyped(object, this.#rules.type, { allowDuplicates: true, known });
  }

  #checkFit(which: 'patch' | 'live', object: JsonObject): void {
    const options = { allowDuplicates: which === 'live' };
    const reason = validateTyped(object, this.#rules.type, options);
    if (reason === undefined) return;
    const message = `failed to create typed ${which} object (${describeObject(object)}): ${reason}`;
    throw new PatchError(500, '', message);
  }

  /** Returns what the server holds before an object exists. */
  #blank({ apiVersion = '', kind = '' }: JsonObject): JsonObject {
    return { ...this.#zero?.(), apiVersion, kind };
  }

  #encode(object: JsonObject, managers: Managers): JsonObject {
    return withManagedFields(object, encodeManagers(managers, this.#codec));
  }
}

/** Returns the paths of the lists and maps in a value that are owned as a whole. */
function atomicPaths(value: JsonValue, { map, list }: ValueType, path = ''): string[] {
  if (isJsonObject(value)) {
    if (map === undefined) return [];
    const below = Object.entries(value).flatMap(([name, field]) => {
      const type = map.fields.get(name)?.type;
      return type === undefined ? [] : atomicPaths(field, type, `${path}.${name}`);
    });
    return map.atomic ? [path, ...below] : below;
  }
  if (!Array.isArray(value) || list === undefined) return [];
  const below = value.flatMap((item, i) => atomicPaths(item, list.element, `${path}[${i}]`));
  return list.associative ? below : [path, ...below];
}

function identify(
  request: RecordedRequest,
  operation: ManagerIdentity['operation'],
): ManagerIdentity {
  const { manager, apiVersion, subresource } = request;
  return { manager: manager === '' ? 'unknown' : manager, operation, apiVersion, subresource };
}

function uidOf(object: JsonObject | undefined): string | undefined {
  const uid = isJsonObject(object?.metadata) ? object.metadata.uid : undefined;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

function describeObject(object: JsonObject): string {
  const { metadata, apiVersion, kind } = object;
  const { namespace, name } = isJsonObject(metadata) ? metadata : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return `${text(namespace)}/${text(name)}; ${describeKind(text(apiVersion), text(kind))}`;
}
