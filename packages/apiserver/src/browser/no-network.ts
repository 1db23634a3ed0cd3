import { decodeBase64 } from '@vmgen/base/bytes';
import type { WebhookNetwork } from '../admission/webhook-network.js';

/** The network of a page, which cannot send requests with the certificates of webhooks. */
export const NO_NETWORK: WebhookNetwork = {
  exchange: ({ address }) =>
    Promise.reject(
      new Error(
        `dial tcp: lookup ${address.hostname}: this server has no network; answer the webhook with the option webhookHandlers`,
      ),
    ),
  isCertificate,
  close: () => undefined,
};

/** The tag of a sequence in DER. */
const SEQUENCE = 0x30;

/** Whether a PEM block has the outline of a certificate: one sequence, with a length of two bytes or more. */
function isCertificate(pem: string): boolean {
  const der = decodeBase64(pem.replace(/-----[^-]*-----/g, ''));
  const [tag, length = 0] = der;
  if (tag !== SEQUENCE || length <= 0x80 || length > 0x84) return false;
  const head = 2 + (length & 0x7f);
  const size = der.slice(2, head).reduce((sum, byte) => sum * 256 + byte, 0);
  return head + size === der.length && der[head] === SEQUENCE;
}
