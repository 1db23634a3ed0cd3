/** A plain value; numbers beyond 2^53 are bigints. */
export type Scalar = string | number | bigint | boolean;

/** A value in the marker language. */
export type MarkerValue = Scalar | MarkerValue[] | { [key: string]: MarkerValue };

/** How the text of an argument is parsed. */
export type ArgumentType =
  /** Any text; editors offer the usual ones. */
  | { readonly type: 'string'; readonly usual?: readonly string[] }
  | { readonly type: 'integer' }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' }
  /** A plain value; its syntax determines its type. */
  | { readonly type: 'scalar' }
  /** Any value; its syntax determines its type. */
  | { readonly type: 'any' }
  /** The rest of the line, unchanged. */
  | { readonly type: 'raw' }
  | { readonly type: 'choice'; readonly of: readonly string[]; readonly anyCase?: boolean }
  /** Words of a fixed vocabulary, separated by commas. */
  | { readonly type: 'words'; readonly of: readonly string[] }
  | { readonly type: 'list'; readonly of: ArgumentType };

/** The parsed type of an argument. */
export type ValueOf<T extends ArgumentType> = T extends { type: 'string' | 'raw' }
  ? string
  : T extends { type: 'integer' | 'number' }
    ? number | bigint
    : T extends { type: 'boolean' }
      ? boolean
      : T extends { type: 'scalar' }
        ? Scalar
        : T extends { type: 'choice'; of: readonly (infer Word)[] }
          ? Word
          : T extends { type: 'words'; of: readonly (infer Word)[] }
            ? Word[]
            : T extends { type: 'list'; of: infer Item extends ArgumentType }
              ? ValueOf<Item>[]
              : MarkerValue;

/** The definition of an argument. */
export interface ArgumentDefinition<
  T extends ArgumentType = ArgumentType,
  Required extends boolean = boolean,
> {
  /** The type of the values. */
  readonly type: T;
  /** Whether the argument must be given. */
  readonly required: Required;
  /** `+name=` alone means the empty string. */
  readonly mayBeEmpty?: boolean;
  /** For the reference: the meaning of the argument and its default. */
  readonly help?: string;
}

/** The arguments of a marker, by name. */
export type ArgumentDefinitions = Readonly<Record<string, ArgumentDefinition>>;

/** The values of a marker by argument name; the plain value is named `value`. */
export type MarkerArguments = Readonly<Record<string, MarkerValue>>;

/** The parsed types of arguments with these definitions. */
export type ValuesOf<A extends ArgumentDefinitions> = {
  readonly [Name in keyof A as A[Name]['required'] extends true ? Name : never]: ValueOf<
    A[Name]['type']
  >;
} & {
  readonly [Name in keyof A as A[Name]['required'] extends true ? never : Name]?: ValueOf<
    A[Name]['type']
  >;
};

export const required = <const T extends ArgumentType>(
  type: T,
  help?: string,
): ArgumentDefinition<T, true> => ({
  type,
  required: true,
  ...(help === undefined ? {} : { help }),
});
export const optional = <const T extends ArgumentType>(
  type: T,
  help?: string,
): ArgumentDefinition<T, false> => ({ ...required(type, help), required: false });

export const text = { type: 'string' } as const;
export const usually = (usual: readonly string[]) => ({ type: 'string', usual }) as const;
export const integer = { type: 'integer' } as const;
export const number = { type: 'number' } as const;
export const boolean = { type: 'boolean' } as const;
export const scalar = { type: 'scalar' } as const;
export const any = { type: 'any' } as const;
export const raw = { type: 'raw' } as const;
export const texts = { type: 'list', of: text } as const;
export const choice = <const Words extends readonly string[]>(...of: Words) =>
  ({ type: 'choice', of }) as const;

/** A value of the API, in any case. */
export const word = <const Words extends readonly string[]>(...of: Words) =>
  ({ type: 'choice', of, anyCase: true }) as const;
