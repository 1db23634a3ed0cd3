/** The templates by path without .hbs, compiled by scripts/precompile-templates.mjs. */
export const templates: Readonly<Record<string, object>>;
