// Runs at the end of every installation and before a start, so that a machine that can't run the panel is told so in one
// sentence and not by whatever breaks first. It has to run where nothing else does: on an old Node, and in any shell.
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs at the end of every installation and before a start, so that an unsuitable machine causes one clear sentence instead of a later
 * failure. It must run everywhere: on an old Node, and in any shell.
 */
const LEAST_NODE = 24;

const { platform, versions } = process;
let problem = '';
if (platform === 'win32')
  problem = 'The panel does not run on Windows itself: use WSL2 (wsl --install) or Docker (docker compose up --build).';
else if (Number.parseInt(versions.node, 10) < LEAST_NODE && !bringsNode())
  problem = `The panel runs on Node ${LEAST_NODE} or later, and this is Node ${versions.node}: install a newer one from https://nodejs.org.`;

if (problem) {
  console.error(`\n${problem}\n`);
  process.exit(1);
}

/** From 24 on Node runs the panel's TypeScript. On Linux npm installs it, and puts it first in the PATH of every command. */
function bringsNode() {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
  const brought = `node-${platform}-${process.arch}/bin/node`;
  if (!existsSync(`${modules}/${brought}`)) return false;
  if (!existsSync(`${modules}/.bin/node`)) symlinkSync(`../${brought}`, `${modules}/.bin/node`);
  return true;
}
