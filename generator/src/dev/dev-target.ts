/** The cluster of a session: an API server that it starts, or a context of the user's kubeconfig. */
export type DevTarget =
  | {
      readonly kind: 'embedded';
      /** The script of the API server. */
      readonly script: string;
      /** The file that the server writes. */
      readonly kubeconfig: string;
      /** The Service of the webhooks of the operator, and the port that it serves them at. */
      readonly webhooks:
        { readonly namespace: string; readonly name: string; readonly port: number } | undefined;
    }
  | {
      readonly kind: 'context';
      readonly context: string;
      readonly server: string;
      /** The namespace of the deployed operator. */
      readonly namespace: string;
      /** The groups whose CRDs another project installs. */
      readonly externalGroups: readonly string[];
    };
