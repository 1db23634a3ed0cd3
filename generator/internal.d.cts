/** Names that only our packages share, and that may change in any version. They are loaded without types. */
export declare const createLanguageService: (...args: never[]) => unknown;
