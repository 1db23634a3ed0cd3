/** The path of a request for objects. */
interface ObjectPath {
  /** Empty for the core group. */
  readonly group: string;
  /** Empty for objects without a namespace, and for lists of all namespaces. */
  readonly namespace: string;
  readonly plural: string;
  /** Undefined for a collection. */
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** `/namespaces/NAME/status` and `/finalize` are subresources of a Namespace. */
const OBJECTS =
  /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/([^/]+)(?!\/(?:status|finalize)$))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?(?:\/|$)/;

/** Reads the path of a request. Returns undefined if it is not a path of objects. */
export function objectPathOf(path: string): ObjectPath | undefined {
  const found = OBJECTS.exec(path.split('?', 1)[0] ?? '');
  if (found === null) return undefined;
  try {
    const [, group = '', namespace = '', plural = '', name, subresource] = found.map(
      (part: string | undefined) => part && decodeURIComponent(part),
    );
    return { group, namespace, plural, name, subresource };
  } catch {
    // An escape in it is malformed. No server has such an object.
    return undefined;
  }
}
