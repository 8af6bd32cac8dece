import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface OutboundPolicy {
  /** Whether `127.0.0.1` may be called, also over http: for development and tests. Other private ranges stay refused. */
  allowLoopback: boolean;
}

const HTTPS_PORT = 443;
/** Below are the ports of other protocols, such as mail, whose servers read a request as commands. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const LOOPBACK = '127.0.0.1';

/** Names that are never in the public DNS, but that a resolver of a network may know. RFC 6761, RFC 6762, RFC 8375, RFC 9476. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|test|example|invalid|onion|arpa|alt)$/;

/** Why a URL may not be called. */
export type UrlRefusal = 'scheme' | 'credentials' | 'port' | 'host';

/**
 * Whether a URL may be called, before its name is resolved. An address in any spelling, such as `2130706433` or `0x7f.1`, is already
 * dotted in a parsed URL.
 * @returns undefined if it may
 */
export function refusalOfUrl(url: URL, { allowLoopback }: OutboundPolicy): UrlRefusal | undefined {
  const host = hostOf(url);
  const isLoopback = allowLoopback && host === LOOPBACK;
  if (url.protocol !== 'https:' && !(isLoopback && url.protocol === 'http:')) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (isLoopback) return undefined;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_UNPRIVILEGED_PORT) return 'port';
  if (isIP(host)) return isPublicAddress(host) ? undefined : 'host';
  return isPublicName(host) ? undefined : 'host';
}

/** The host of a URL, without the brackets of an IPv6 address and the dot at the end of a name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Whether an address may be connected to under this policy. */
export function isAllowedAddress(address: string, { allowLoopback }: OutboundPolicy): boolean {
  return isPublicAddress(address) || (allowLoopback && address === LOOPBACK);
}

/**
 * Whether an address is one of the public internet: `unicast` leaves out every special range of IANA. IPv6 addresses that contain an
 * IPv4 address (mapped, translated, 6to4, Teredo) are ranges of their own, which are refused.
 */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || isGlobalIpv6(address);
}

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Unassigned blocks are `unicast`, too: only 2000::/3 is in use, and it has no IPv4-compatible or local addresses. */
function isGlobalIpv6(address: string): boolean {
  const parsed = ipaddr.IPv6.parse(address);
  const [network, bits] = GLOBAL_IPV6;
  return network.kind() === 'ipv6' && parsed.match(ipaddr.IPv6.parse(network.toString()), bits);
}

/** A name with a dot, outside the local ones. A single label is searched in the domains of this network. */
function isPublicName(host: string): boolean {
  return host.includes('.') && !LOCAL_NAME.test(host);
}
