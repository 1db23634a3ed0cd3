import pluralize from 'pluralize';

/** The English plural of a kind; pluralizes its last word: `GatewayPolicy` is `GatewayPolicies`. */
export function pluralOf(kind: string): string {
  const tail = /(?:[A-Z]+s?|[A-Z]?[a-z0-9]+)$/.exec(kind)?.[0] ?? kind;
  return kind.slice(0, kind.length - tail.length) + pluralize.plural(tail);
}

/** `my-group` as `MyGroup`, `3scale` as `Group3scale`. */
export function pascalCase(text: string): string {
  const words = text
    .split(/[^A-Za-z0-9]+/)
    .map(upperFirst)
    .join('');
  return /^[0-9]/.test(words) ? `Group${words}` : words;
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `VirtualMachine` as `virtualMachine`, `HTTPRoute` as `httpRoute`. */
export function lowerFirst(text: string): string {
  const capitals = /^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/.exec(text)?.[0] ?? '';
  return capitals.toLowerCase() + text.slice(capitals.length);
}

/** `VirtualMachine` as `virtual-machine`, `HTTPRoute` as `http-route`. */
export const kebabCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** The folder of a file: `GROUP/VERSION`. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
