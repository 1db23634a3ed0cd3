import type { DiagnosticDefinitions } from './definition.js';

/** Typed clients: 7000 to 7999. */
export const clientDiagnostics = {
  VMGEN7001: {
    name: 'no-genclient',
    title: 'A marker of clients stands without +genclient',
    why: 'The marker narrows a client that nothing asks for.',
    example: {
      place: 'kind',
      wrong: '// +genclient:onlyVerbs=get,list',
      right: `// +genclient
// +genclient:onlyVerbs=get,list`,
    },
  },
  VMGEN7002: {
    name: 'method-name',
    title: "The name of a client's method is none",
    why: 'The name becomes that of a method in TypeScript.',
    example: {
      place: 'kind',
      wrong: `// +genclient
// +genclient:method=get-color,verb=get`,
      right: `// +genclient
// +genclient:method=GetColor,verb=get`,
    },
  },
  VMGEN7003: {
    name: 'method-name-taken',
    title: 'The client has a method of this name',
    why: 'Every client has methods for its verbs and a few more; two of one name cannot be.',
    example: {
      place: 'kind',
      wrong: `// +genclient
// +genclient:method=Update,verb=update`,
      right: `// +genclient
// +genclient:method=Replace,verb=update`,
    },
  },
  VMGEN7004: {
    name: 'method-argument',
    title: "A client's method takes no such argument",
    why: 'input is what a method sends, result what it is answered; not every verb has both, and plain verbs speak of the kind itself.',
    example: {
      place: 'kind',
      wrong: `// +genclient
// +genclient:method=Look,verb=get,result=Scale`,
      right: `// +genclient
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale`,
    },
  },
  VMGEN7005: {
    name: 'method-type',
    title: "A client's method names no type of the package",
    why: 'What a method sends or is answered is a type that the package exports, or Scale.',
    example: {
      place: 'kind',
      wrong: `// +genclient
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
// +genclient:method=GetScale,verb=get,subresource=scale,result=Skale`,
      right: `// +genclient
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale`,
    },
  },
  VMGEN7006: {
    name: 'method-subresource',
    title: "A client's method names a subresource that is not there",
    why: 'A custom resource has the subresources status and scale, where its markers say so.',
    example: {
      place: 'kind',
      wrong: `// +genclient
// +genclient:method=GetScale,verb=get,subresource=scale`,
      right: `// +genclient
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
// +genclient:method=GetScale,verb=get,subresource=scale`,
    },
  },
} as const satisfies DiagnosticDefinitions;
