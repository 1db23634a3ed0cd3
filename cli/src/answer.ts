/** What a subcommand prints, or what is wrong with the question. */
export type Answer = { readonly text: string } | { readonly problem: string };
