type Data = Readonly<Record<string, unknown>>;

/** Whether two values of plain objects, lists and primitives are equal. A property that is undefined is absent. */
export function isEqualData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((each, index) => isEqualData(each, b[index]));
  }
  return haveEqualProperties(a as Data, b as Data);
}

function haveEqualProperties(a: Data, b: Data): boolean {
  const names = namesIn(a);
  return (
    names.length === namesIn(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqualData(a[name], b[name]))
  );
}

const namesIn = (data: Data): string[] =>
  Object.keys(data).filter((name) => data[name] !== undefined);
