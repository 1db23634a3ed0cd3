/**
 * Field paths, formatted as apimachinery's `field.Path` does. The empty path is the whole object.
 */

/** The path of a field: `spec.replicas`. */
export function child(path: string, name: string, ...names: string[]): string {
  // Joining a list takes much longer, and every write computes such paths.
  const below = names.length === 0 ? name : [name, ...names].join('.');
  return path === '' ? below : `${path}.${below}`;
}

/** The path of a map entry: `properties[spec]`. */
export function key(path: string, name: string): string {
  return `${path}[${name}]`;
}

/** The path of a list item: `versions[0]`. */
export function index(path: string, position: number): string {
  return `${path}[${position}]`;
}

/** Formats a path for an error. The whole object is `<nil>`. */
export function printPath(path: string): string {
  return path === '' ? '<nil>' : path;
}
