import { createHttpTransport, createInformerFactory } from '@vmgen/runtime';
import { createInformers } from '../../../generated/informers.js';
import { runSubject } from './subject.js';

/**
 * An informer as users make it: one handler, the index of namespaces (which nobody asks for here, so it
 * is not made) and one more. The argument keepManagedFields sets that option.
 */
const keepManagedFields = process.argv.includes('keepManagedFields');
await runSubject((server, onObject, onEvent) => {
  const factory = createInformerFactory(createHttpTransport({ server }), { keepManagedFields });
  const { informer } = createInformers(factory).cloudnativeV1alpha1.virtualMachines();
  informer.addIndexers({ image: ({ spec }) => (spec.image === undefined ? [] : [spec.image]) });
  informer.addHandler({ onAdd: () => onObject(), onUpdate: () => onEvent() });
  factory.start();
});
