// Runs at the end of every installation and before a start, so that a machine that can't run the panel is told so in one
// sentence and not by whatever breaks first. It has to run where nothing else does: on an old Node, and in any shell.
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** From 24 on Node runs the panel's TypeScript. On Linux npm brings it, and puts it first for every command. */
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

/**
 * Whether commands find the Node that came with the packages. npm 10 takes its link away together with the package for
 * the other kind of processor, which has a program of that name too, and so it is made again.
 */
function bringsNode() {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
  const brought = `node-${platform}-${process.arch}/bin/node`;
  if (!existsSync(`${modules}/${brought}`)) return false;
  if (!existsSync(`${modules}/.bin/node`)) symlinkSync(`../${brought}`, `${modules}/.bin/node`);
  return true;
}
