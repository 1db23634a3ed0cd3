/** A plugin of tsserver, which calls the function with its own module. The types are those of that module. */
declare const plugin: (modules: { readonly typescript: never }) => {
  create(info: never): object;
  onConfigurationChanged(config: object): void;
};
export = plugin;
