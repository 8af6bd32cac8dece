import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { Copy, DockerfileParser, Env, From, type Instruction, JSONInstruction } from 'dockerfile-ast';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The content of the container image, and its command. */
export interface Image {
  /** Instead of the image's `/app`. */
  folder: string;
  env: Record<string, string>;
  /** The script that its command runs. */
  start: string;
}

/**
 * Copies the same files into `folder` that the last stage of the Dockerfile copies into `/app`: the checkout without the files in
 * `.dockerignore`, the client's build, and the packages that npm installs there from the lock file. No container runtime is needed.
 * @throws Error for an unknown instruction
 */
export function layOutImage(folder: string): Image {
  const stage = lastStage();
  const env = stage.filter((each) => each instanceof Env).flatMap((each) => each.getProperties());
  for (const copy of stage.filter((each) => each instanceof Copy)) carryOut(copy, folder);
  const [node, start = ''] = wordsOf(stage.find((each) => each.getKeyword() === 'CMD'));
  if (node !== 'node') throw new Error(`the image runs ${node}`);
  return {
    folder,
    env: Object.fromEntries(env.map((each) => [each.getName(), each.getValue() ?? ''])),
    start: join(folder, start),
  };
}

/** The instructions of the image itself; earlier stages only prepare. */
export function lastStage(): Instruction[] {
  return stages().at(-1)?.instructions ?? [];
}

/** The stages of the Dockerfile in order. */
export function stages(): { name: string | undefined; instructions: Instruction[] }[] {
  const made: ReturnType<typeof stages> = [];
  for (const instruction of DockerfileParser.parse(read('Dockerfile')).getInstructions()) {
    if (instruction instanceof From) made.push({ name: instruction.getBuildStage() ?? undefined, instructions: [] });
    made.at(-1)?.instructions.push(instruction);
  }
  return made;
}

/** The words of an instruction in its JSON form, such as `CMD ["node", "x.ts"]`. */
export function wordsOf(instruction: Instruction | undefined): string[] {
  if (!(instruction instanceof JSONInstruction)) return [];
  return instruction.getJSONStrings().map((word) => JSON.parse(word.getValue()) as string);
}

function carryOut(copy: Copy, folder: string): void {
  const stage = copy.getFromFlag()?.getValue();
  const paths = copy.getArguments().map((argument) => argument.getValue());
  const target = paths.pop() ?? '';
  if (stage === 'packages') return copyPackages(folder);
  if (stage !== undefined && stage !== 'build') throw new Error(`nothing is known of the stage ${stage}`);
  for (const path of paths) {
    const inCheckout = path.replace(/^\/app\//, '');
    const to = target.endsWith('/') ? join(target, basename(path)) : target;
    // Built files are not part of the context that `.dockerignore` filters.
    copyFiles(inCheckout, join(folder, to), stage === 'build' ? () => false : isIgnored());
  }
}

function copyFiles(from: string, to: string, ignores: (path: string) => boolean): void {
  const isWanted = (file: string) => !ignores(relative(root, file).split(sep).join('/'));
  cpSync(join(root, from), to, { recursive: true, filter: isWanted });
}

function isIgnored(): (path: string) => boolean {
  const rules = dockerignore.default().add(read('.dockerignore').split('\n'));
  return (path) => rules.ignores(path);
}

interface LockedPackage {
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

/** The packages that `npm ci --omit=dev` installs, and of the optional ones sharp's binaries for this machine. */
function copyPackages(folder: string): void {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev || devOptional) continue;
    if (optional && !(path.startsWith('node_modules/@img/') && existsSync(join(root, path)))) continue;
    mkdirSync(join(folder, path), { recursive: true });
    const within = join(root, path, 'node_modules');
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (file) => file !== within });
  }
}
