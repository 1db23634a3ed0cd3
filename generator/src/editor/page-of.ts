/** The address of the page of a diagnostic, which does not change between versions. */
export const pageOf = (code: string): string => `https://vmgen.github.io/vmgen/d/${code}/`;
