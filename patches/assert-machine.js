// Runs at the end of every installation and before a start, so that a machine that can't run the panel is told so in one
// sentence and not by whatever breaks first. Plain JavaScript of an old kind: it has to run where nothing else does.

/** From 24 on Node runs the panel's TypeScript. On Linux npm brings it, and puts it first for every command. */
const LEAST_NODE = 24;

const { platform, versions } = process;
let problem = '';
if (platform === 'win32')
  problem = 'The panel does not run on Windows itself: use WSL2 (wsl --install) or Docker (docker compose up --build).';
else if (Number.parseInt(versions.node, 10) < LEAST_NODE)
  problem = `The panel runs on Node ${LEAST_NODE} or later, and this is Node ${versions.node}: install a newer one from https://nodejs.org.`;

if (problem) {
  console.error(`\n${problem}\n`);
  process.exit(1);
}
