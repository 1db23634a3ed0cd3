/**
 * Paths to fields, printed as apimachinery's `field.Path` prints them. The empty path stands for
 * the whole object.
 */

/** A field of an object: `spec.replicas`. */
export function child(path: string, ...names: string[]): string {
  const below = names.join('.');
  return path === '' ? below : `${path}.${below}`;
}

/** An entry of a map: `properties[spec]`. */
export function key(path: string, name: string): string {
  return `${path}[${name}]`;
}

/** An item of a list: `versions[0]`. */
export function index(path: string, position: number): string {
  return `${path}[${position}]`;
}

/** How the path stands in an error; the whole object is `<nil>` there. */
export function printPath(path: string): string {
  return path === '' ? '<nil>' : path;
}
