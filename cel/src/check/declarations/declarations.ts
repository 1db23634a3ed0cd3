/**
 * Some functions that rules may call. Each overload is `id(arguments) result`, methods with a dot
 * before (the first argument then is the target); a single capital letter is a type parameter. The
 * order is the one in which overloads are tried.
 */
export type Declarations = Readonly<Record<string, readonly string[]>>;
