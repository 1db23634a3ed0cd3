/** The output of a subcommand, or the problem of the request. */
export type Answer = { readonly text: string } | { readonly problem: string };
