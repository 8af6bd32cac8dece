/** Names that lead nowhere outside a network. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|lan|intranet|home\.arpa)$/;

/**
 * Whether a host is in a private network, on this machine or in a range that no site has.
 * @param host as the URL parser writes it: lower case, IPv4 in four decimal parts, IPv6 in brackets, without a final dot
 */
export function isPrivateHost(host: string): boolean {
  if (host.startsWith('[')) return !/^\[(?:2(?!002:)|3)[\da-f]{3}:/.test(host) || host.startsWith('[2001::');
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host) ? ['', ...host.split('.').map(Number)] : [];
  const [a = -1, b = 0, c = 0] = parts as number[];
  if (a < 0) return PRIVATE_NAME.test(host);
  return (
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || (b === 0 && c === 0))) ||
    (a === 198 && (b === 18 || b === 19))
  );
}
