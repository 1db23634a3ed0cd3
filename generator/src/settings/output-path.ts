/** Whether a path stays below the folder that it is joined to. */
export function isOutputPath(path: string): boolean {
  return path
    .split('/')
    .every((name) => /^[^\\:\p{C}]{1,255}$/u.test(name) && name !== '.' && name !== '..');
}
