import { deepEqualJson, type JsonObject } from '@vmgen/base/json';
import type { ServedResource } from '../resource/served-resource.js';
import type { StoreEvent } from '../storage/event-log.js';
import type { Steps } from '../request/steps.js';
import type { AdmissionRequest, MutableRequest } from './admission-request.js';

/** The objects of the group admissionregistration.k8s.io that configure a plugin. */
interface PluginConfiguration {
  /** Whether no object exists, so that writes need not be passed to the plugin. */
  readonly isEmpty: boolean;
  /** Records a change of an object of the group. */
  observe(resource: ServedResource, event: StoreEvent): void;
}

/** A part of admission: webhooks or policies. */
export interface AdmissionPlugin {
  /** Undefined for a plugin that is not configured. */
  readonly configured?: PluginConfiguration;
  /** Whether it can deny or change writes of a resource. Defaults to all. */
  concerns?(resource: ServedResource): boolean;
  /** Changes the object of a write. Called again if {@link MutableRequest.reinvoke} was called. */
  mutate?(request: MutableRequest): Steps<void>;
  /** @throws ApiError if the write is denied */
  validate?(request: AdmissionRequest): Steps<void>;
}

/** How the registry handles the objects that plugins change. */
export interface ObjectRules {
  /**
   * Decodes a changed object of the request's kind, in place.
   *
   * @throws ApiError 500
   */
  decode(object: JsonObject): void;
  /** Sets the defaults of a decoded object, in place. */
  default(object: JsonObject): void;
  /**
   * Reads the type of an object that a plugin has changed, in place. As in kube-apiserver, unknown
   * fields remain until the object is stored.
   *
   * @throws ApiError 500
   */
  settle(object: JsonObject): void;
}

interface Mutation extends Omit<MutableRequest, 'object' | 'isReinvocation'> {
  object: JsonObject | undefined;
  isReinvocation: boolean;
}

/** The group of the configurations. */
export const ADMISSION_GROUP = 'admissionregistration.k8s.io';

/** Webhooks and policies never apply to reviews. */
const EXEMPT_GROUPS: ReadonlySet<string> = new Set([
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

/**
 * Webhooks and policies never apply to policies. Policies apply to configurations of webhooks, but
 * webhooks do not.
 */
const isPolicy = ({ group, kind }: ServedResource): boolean =>
  group === ADMISSION_GROUP && kind.includes('AdmissionPolicy');

const isActive = ({ configured }: AdmissionPlugin): boolean => configured?.isEmpty !== true;

/**
 * Runs the admission plugins of a write. The order of mutating plugins is: policies, webhooks.
 * Validating plugins: policies, webhooks.
 *
 * Upstream: apiserver/pkg/admission/chain.go and reinvocation.go.
 */
export class AdmissionChain {
  readonly #plugins: readonly AdmissionPlugin[];

  /** @param plugins in the order in which they run */
  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins;
  }

  /** Records a change of a store. */
  observe(resource: ServedResource, event: StoreEvent): void {
    if (resource.group !== ADMISSION_GROUP) return;
    for (const plugin of this.#plugins) plugin.configured?.observe(resource, event);
  }

  /** Whether writes of a resource pass through a plugin. */
  appliesTo(resource: ServedResource): boolean {
    const concerns = (plugin: AdmissionPlugin): boolean =>
      isActive(plugin) && plugin.concerns?.(resource) !== false;
    if (!this.#plugins.some(concerns)) return false;
    return !EXEMPT_GROUPS.has(resource.group) && !isPolicy(resource);
  }

  /**
   * Returns the object after all mutating plugins: the object of the request itself if they change
   * nothing, otherwise a copy.
   *
   * @throws ApiError if a plugin fails or denies the write
   */
  *mutate(request: AdmissionRequest, rules: ObjectRules): Steps<JsonObject | undefined> {
    let [isDirty, mustReinvoke] = [false, false];
    const mutation: Mutation = {
      ...request,
      isReinvocation: false,
      reinvoke: () => void (mustReinvoke = true),
      replace(object) {
        rules.decode(object);
        // As in kube-apiserver, to remove a default is a change.
        const isChanged = !deepEqualJson(mutation.object ?? null, object);
        rules.default(object);
        mutation.object = object;
        isDirty = true;
        return isChanged;
      },
    };
    for (const isReinvocation of [false, true]) {
      if (isReinvocation && !mustReinvoke) break;
      mutation.isReinvocation = isReinvocation;
      for (const plugin of this.#plugins) {
        if (!isActive(plugin) || plugin.mutate === undefined) continue;
        yield* plugin.mutate(mutation);
        if (isDirty && mutation.object !== undefined) rules.settle(mutation.object);
        isDirty = false;
      }
    }
    return mutation.object;
  }

  /** @throws ApiError if a plugin denies the write */
  *validate(request: AdmissionRequest): Steps<void> {
    for (const plugin of this.#plugins) {
      if (isActive(plugin) && plugin.validate !== undefined) yield* plugin.validate(request);
    }
  }
}
