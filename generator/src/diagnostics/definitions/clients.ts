import type { DiagnosticDefinitions } from './definition.js';
import { kind } from './example.js';

/** Typed clients: 7000 to 7999. */
export const clientDiagnostics = {
  VMGEN7001: {
    name: 'missing-genclient',
    title: 'Client marker without +genclient',
    why: 'The marker restricts a client that is not generated.',
    example: kind(`
+ // +genclient
  // +genclient:onlyVerbs=get,list`),
  },
  VMGEN7002: {
    name: 'invalid-method-name',
    title: 'Invalid or duplicate client method name',
    why: 'The name becomes the name of a TypeScript method, beside those for the verbs and a few more.',
    example: kind(`
  // +genclient
- // +genclient:method=get-color,verb=get
+ // +genclient:method=GetColor,verb=get`),
  },
  VMGEN7004: {
    name: 'unexpected-method-argument',
    title: 'Client method does not take this argument',
    why: 'input is the type of the request and result the type of the response. Not every verb has both, and verbs without a subresource use the kind itself.',
    example: kind(`
  // +genclient
- // +genclient:method=Look,verb=get,result=Scale
+ // +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
+ // +genclient:method=GetScale,verb=get,subresource=scale,result=Scale`),
  },
  VMGEN7005: {
    name: 'unknown-method-part',
    title: 'Client method names an unknown type or subresource',
    why: 'The request and response types of a method must be exported by the package, or be Scale. A custom resource has the subresources status and scale, if its markers enable them.',
    example: kind(`
  // +genclient
  // +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
- // +genclient:method=GetScale,verb=get,subresource=scale,result=Skale
+ // +genclient:method=GetScale,verb=get,subresource=scale,result=Scale`),
  },
} as const satisfies DiagnosticDefinitions;
