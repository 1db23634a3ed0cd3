/** Labels that are equal to the paths of their fields. */
function same(...paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, path]));
}

/**
 * The field labels of each resource beside its name and namespace, with the field that each reads.
 * In a path, `|` separates alternatives, and `=` precedes the value for an absent field. Source:
 * conversion.go of each group in kubernetes/pkg/apis.
 */
const LABELS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['namespaces.', { name: 'metadata.name', 'status.phase': 'status.phase' }],
  ['nodes.', { 'spec.unschedulable': 'spec.unschedulable=false' }],
  [
    'pods.',
    {
      ...same(
        'spec.nodeName',
        'spec.restartPolicy',
        'spec.schedulerName',
        'spec.serviceAccountName',
        'status.phase',
        'status.podIP',
        'status.podIPs',
        'status.nominatedNodeName',
      ),
      'spec.host': 'spec.nodeName',
      'spec.hostNetwork': 'spec.hostNetwork=false',
    },
  ],
  ['replicationcontrollers.', { 'status.replicas': 'status.replicas=0' }],
  ['secrets.', same('type')],
  ['services.', same('spec.clusterIP', 'spec.type')],
  ['jobs.batch', { 'status.successful': 'status.succeeded=0' }],
  ['certificatesigningrequests.certificates.k8s.io', same('spec.signerName')],
  ['clustertrustbundles.certificates.k8s.io', same('spec.signerName')],
  [
    'podcertificaterequests.certificates.k8s.io',
    same('spec.signerName', 'spec.podName', 'spec.nodeName'),
  ],
  ['resourceslices.resource.k8s.io', same('spec.nodeName', 'spec.driver')],
]);

/** Returns the field labels of a resource that has no strategy with field labels. */
export function fieldLabelsOf(resource: {
  readonly group: string;
  readonly plural: string;
}): Readonly<Record<string, string>> {
  return LABELS.get(`${resource.plural}.${resource.group}`) ?? {};
}
