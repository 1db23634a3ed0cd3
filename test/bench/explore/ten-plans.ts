/** The faults of go-manager/site/operator_test.go, as plans of ./explored-site.ts. */
export const TEN_PLANS = [
  plan('create', 'patch sites default/shop', 'crash before'),
  plan('create', 'patch sites default/shop', 'crash after'),
  plan('create', 'apply configmaps default/shop', 'crash after'),
  plan('create', 'apply configmaps default/shop', 'server error'),
  plan('create', 'dns.set shop 10.0.0.1', 'crash after'),
  plan('create', 'dns.set shop 10.0.0.1', 'lost after'),
  plan('create', 'patch sites/status default/shop', 'crash after'),
  plan('create', 'patch sites/status default/shop', 'conflict'),
  plan('delete', 'dns.remove shop', 'crash before'),
  plan('delete', 'dns.remove shop', 'crash after'),
];

function plan(step: string, name: string, fault: string) {
  return { step, faults: [{ name, occurrence: 1, fault }] };
}
