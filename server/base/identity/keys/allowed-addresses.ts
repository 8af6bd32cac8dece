import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address may use a key.
 * @param allowed the key's addresses and blocks (CIDR); none allows any. An IPv4 address within IPv6 is that IPv4 address
 */
export function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  // Only the usual forms: the package also reads decimal and octal ones.
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIP(plain)) return false;
  const caller = ipaddr.process(plain);
  return allowed.some((block) => contains(block, caller));
}

function contains(block: string, caller: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = blockOf(block);
  return network.kind() === caller.kind() && caller.match(network, bits);
}

const MAPPED_BITS = 96;

/** A block of IPv4 addresses within IPv6 is a block of IPv4. A single address is a block of one. */
function blockOf(block: string): [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number] {
  if (!block.includes('/')) {
    const address = ipaddr.process(block);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [network, bits] = ipaddr.parseCIDR(block);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [network.toIPv4Address(), bits - MAPPED_BITS] : [network, bits];
}
