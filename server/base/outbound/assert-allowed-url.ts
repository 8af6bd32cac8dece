import { fieldError } from '../errors.ts';
import { type OutboundPolicy, refusalOfUrl, type UrlRefusal } from './allowed-address.ts';

const messages: Record<UrlRefusal, string> = {
  scheme: 'The address must begin with https://',
  credentials: 'The address must not contain a user name or password',
  port: 'The port must be 443, or 1024 and higher',
  host: 'The host must be reachable from the internet',
};

/**
 * The parsed address of a webhook or a supplier. A name is resolved only when it is called.
 * @throws DomainError `address_refused` with a message for the field `url`
 */
export function assertAllowedUrl(text: string, policy: OutboundPolicy): URL {
  const url = new URL(text);
  const refusal = refusalOfUrl(url, policy);
  if (refusal) throw fieldError('address_refused', 'url', messages[refusal]);
  return url;
}
