import type { FindingDefinitions } from '../definition.js';

/** Roles and webhooks: 8000 to 8999. */
export const roleFindings = {
  VMGEN8001: {
    name: 'rule-incomplete',
    title: 'A rule of a role lacks a part',
  },
  VMGEN8002: {
    name: 'rule-contradiction',
    title: 'The parts of a rule of a role exclude each other',
  },
  VMGEN8003: {
    name: 'role-name',
    title: 'The API server would refuse the name of a role',
  },
  VMGEN8101: {
    name: 'webhook-address',
    title: 'A webhook has no address that the API server can call',
  },
  VMGEN8102: {
    name: 'webhook-name',
    title: 'The name of a webhook is no domain',
  },
  VMGEN8103: {
    name: 'webhook-twice',
    title: 'Two webhooks have one name',
  },
  VMGEN8104: {
    name: 'webhook-side-effects',
    title: 'A webhook says nothing of side effects',
  },
  VMGEN8105: {
    name: 'webhook-timeout',
    title: 'The timeout of a webhook is out of range',
  },
  VMGEN8106: {
    name: 'webhook-versions',
    title: 'A webhook takes no version that the API server sends',
  },
  VMGEN8107: {
    name: 'webhook-reinvocation',
    title: 'A validating webhook says reinvocationPolicy',
  },
  VMGEN8108: {
    name: 'webhook-patch',
    title: 'The patch of a webhook is none',
  },
  VMGEN8109: {
    name: 'configuration-twice',
    title: 'A webhook configuration is named twice',
  },
  VMGEN8110: {
    name: 'configuration-without-webhooks',
    title: 'A webhook configuration has no webhooks',
  },
} as const satisfies FindingDefinitions;
