/** What the type checker must know of the language; reading its own library takes 100 ms more. */
export const CHECKER_LIB = `
interface Array<T> { readonly length: number; [index: number]: T; push(...items: T[]): number }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean { valueOf(): boolean }
interface Number { toFixed(digits?: number): string }
interface String { readonly length: number; charAt(index: number): string }
interface Object { hasOwnProperty(name: string): boolean }
interface Function { readonly name: string }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { readonly length: number }
interface RegExp { readonly source: string }
interface Date { getTime(): number }
interface Uint8Array { readonly byteLength: number; [index: number]: number }
type JSONValue =
  null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };
type Record<K extends keyof any, T> = { [P in K]: T };
`;
