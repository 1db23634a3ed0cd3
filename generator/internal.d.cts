/** Names that only our packages share, and that may change in any version. They are loaded without types. */
declare const internal: Readonly<Record<string, (...args: never[]) => unknown>>;
export = internal;
