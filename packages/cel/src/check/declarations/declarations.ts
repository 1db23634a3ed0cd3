/**
 * Declarations of functions. Each overload is `id(arguments) result`. A leading dot marks a method,
 * whose first argument is the receiver. A single capital letter is a type parameter. Overloads are
 * tried in the given order.
 */
export type Declarations = Readonly<Record<string, readonly string[]>>;

/** Declares the same overload for several types, each of which replaces `#`. */
export const forTypes = (types: string, overload: string): string[] =>
  types.split(' ').map((type) => overload.replaceAll('#', type));
