import type { JsonObject } from '@vmgen/base/json';
import { getObject } from '../built-in/strategies/fields.js';
import { objectsOf } from '../json/lists.js';
import { selectorIn } from '../resource/label-selector.js';
import { metaMap } from '../resource/object-meta.js';
import type { ObjectStore } from '../storage/object-store.js';
import { rulesIn, type RoleRule } from './role-rule.js';

const labelText = ([name, value]: readonly [string, unknown]): string => `${name}=${String(value)}`;

/**
 * The ClusterRoles at one version of their store, with the rules that they aggregate. Roles are found by
 * the first label of a selector, so that the time does not grow with the product of roles and selectors.
 */
export class AggregatedRoles {
  readonly version: number;
  readonly #roles: readonly JsonObject[];
  readonly #byLabel = new Map<string, JsonObject[]>();
  readonly #rules = new Map<JsonObject, readonly RoleRule[]>();

  constructor(store: ObjectStore) {
    this.version = store.lastVersion;
    this.#roles = Array.from(store.scan(''), ({ object }) => object);
    for (const role of this.#roles) {
      for (const label of Object.entries(metaMap(role, 'labels')).map(labelText)) {
        const labelled = this.#byLabel.get(label);
        if (labelled === undefined) this.#byLabel.set(label, [role]);
        else labelled.push(role);
      }
    }
  }

  /**
   * Returns the rules of a role and of the roles that it aggregates, which may aggregate others. In a
   * cluster, a controller copies them into the role.
   */
  rulesOf(role: JsonObject): readonly RoleRule[] {
    const known = this.#rules.get(role);
    if (known !== undefined) return known;
    // Both sets grow during the loop.
    const found = new Set([role]);
    const selectors = new Set<string>();
    for (const each of found) {
      const { clusterRoleSelectors } = getObject(each, 'aggregationRule');
      for (const selector of objectsOf(clusterRoleSelectors)) {
        const text = JSON.stringify(selector);
        if (selectors.has(text)) continue;
        selectors.add(text);
        for (const selected of this.#selectedBy(selector)) found.add(selected);
      }
    }
    const rules = [...found].flatMap(rulesIn);
    this.#rules.set(role, rules);
    return rules;
  }

  #selectedBy(selector: JsonObject): JsonObject[] {
    const [label] = Object.entries(getObject(selector, 'matchLabels'));
    const candidates =
      label === undefined ? this.#roles : (this.#byLabel.get(labelText(label)) ?? []);
    const requirements = selectorIn(selector);
    return candidates.filter((role) => requirements?.matches(metaMap(role, 'labels')));
  }
}
