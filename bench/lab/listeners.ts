import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** See proc_net(5): the state of a socket that listens. */
const LISTENING = '0A';

/** Which of these processes have the socket that listens on a port of this machine. */
export function listenersOn(port: number, pids: number[]): number[] {
  const socket = listeningSocket(port);
  return socket === undefined ? [] : pids.filter((pid) => hasOpen(pid, `socket:[${socket}]`));
}

/** @returns its inode */
function listeningSocket(port: number): string | undefined {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.find(([, local, , state]) => local?.endsWith(address) && state === LISTENING)?.[9];
}

function hasOpen(pid: number, target: string): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === target);
  } catch {
    // It ended meanwhile.
    return false;
  }
}

/** Undefined for a file that was closed while the others were read. */
function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}
