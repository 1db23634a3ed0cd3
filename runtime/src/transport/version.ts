/** The runtime's version: what `package.json` says (a test compares them). */
export const version = '0.1.0';
