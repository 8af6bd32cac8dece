import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Accepts a whole number within bounds, a text, a text that may be repeated, or nothing. */
type Option = { means: string } & (
  | { takes: 'N'; default?: number; min?: number; max?: number }
  | { takes: 'TEXT'; repeats: true }
  | { takes: 'DIR' | 'ENTRY|DIR' | 'DIR|URL' | 'MOMENT' | 'NAME|PUBLIC_URL' }
  | { takes?: undefined }
);
type Options = Record<string, Option>;

type ValueOf<O extends Option> = O extends { takes: 'N'; default: number }
  ? number
  : O extends { takes: 'N' }
    ? number | undefined
    : O extends { takes: 'TEXT' }
      ? string[] | undefined
      : O extends { takes: string }
        ? string | undefined
        : boolean;

interface Command<O extends Options> {
  /** The command: `npm run fuzz`. */
  name: string;
  /** What the command does, and the meaning of its exit code. */
  purpose: string;
  options: O;
  /** An optional argument. */
  word?: { name: string; means: string };
  /** The variables that it reads, with their meaning. */
  environment?: Record<string, string>;
  /** A complete command line. */
  example: string;
}

interface Values<O extends Options> {
  options: { [Name in keyof O]: ValueOf<O[Name]> };
  word: string | undefined;
}

/** The variables for the panel's database. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: "the panel's PostgreSQL (default: the built-in one)",
  DATABASE_DIRECT_URL: 'the same without a pooler, which is then used',
  DATA_DIR: 'the folder of the built-in database (default: .data)',
};

/** The variable for the key of backups. */
export const BACKUP_VARIABLES = {
  BACKUP_KEY_FILE: 'a file with the key that encrypts entries (default: not encrypted)',
};

/** An option that the command can't do without; a missing one ends it with exit code 2. */
export function requiredOption(command: string, name: string, value: string | undefined): string {
  if (value) return value;
  console.error(`--${name} is missing: ${callOf(command)} --help says what it takes.`);
  process.exit(2);
}

/**
 * Parses the arguments of a command. `--help` prints the help and exits with 0; an invalid argument prints one sentence and exits with
 * 2.
 * @returns numbers within their bounds, and defaults for missing options
 */
export function readCommandLine<const O extends Options>(
  command: Command<O>,
  args: string[] = process.argv.slice(2),
): Values<O> {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: parsed(command.options) });
    if (values.help) {
      console.log(helpOf(command));
      process.exit(0);
    }
    if (positionals.length > (command.word ? 1 : 0)) throw new Error(`Unexpected argument '${positionals.at(-1)}'`);
    const read = Object.entries(command.options).map(([name, option]) => [name, valueOf(name, option, values[name])]);
    return { options: Object.fromEntries(read) as Values<O>['options'], word: positionals[0] };
  } catch (error) {
    // Node adds advice for values that begin with a dash.
    const [what] = String(error instanceof Error ? error.message : error).split('. ');
    console.error(`${what}: ${callOf(command.name)} --help says what it takes.`);
    process.exit(2);
  }
}

type Parsed = NonNullable<ParseArgsConfig['options']>;

function parsed(options: Options): Parsed {
  const described: Parsed = { help: { type: 'boolean' } };
  for (const [name, { takes }] of Object.entries(options))
    described[name] = takes === undefined ? { type: 'boolean' } : { type: 'string', multiple: takes === 'TEXT' };
  return described;
}

function valueOf(name: string, option: Option, given: unknown): unknown {
  if (option.takes === undefined) return given === true;
  if (option.takes !== 'N') return given;
  if (typeof given !== 'string') return option.default;
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = option;
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= min && value <= max) return value;
  const bounds = option.max === undefined ? `from ${min}` : `from ${min} to ${max.toLocaleString('en')}`;
  throw new Error(`--${name} is a whole number ${bounds}, not '${given}'`);
}

function helpOf({ name, purpose, options, word, environment = {}, example }: Command<Options>): string {
  const ofOptions = Object.entries(options).map(([option, { takes, means, ...rest }]) => {
    const usual = 'default' in rest ? ` (default: ${rest.default?.toLocaleString('en')})` : '';
    return [takes ? `--${option} ${takes}` : `--${option}`, means + usual] as const;
  });
  const sections = [
    `${callOf(name)}${word ? ` [${word.name}]` : ''} [options]\n\n${purpose}`,
    table('', [...(word ? [[word.name, word.means] as const] : []), ...ofOptions, ['--help', 'this text']]),
    table('Environment, or the file .env:', Object.entries(environment)),
    `Example:\n  ${example}`,
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** Two columns: names and their meaning. */
function table(title: string, rows: (readonly [name: string, means: string])[]): string {
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(([name]) => name.length));
  return [...(title ? [title] : []), ...rows.map(([name, means]) => `  ${name.padEnd(width)}  ${means}`)].join('\n');
}

/** npm passes on the arguments after two dashes. */
function callOf(name: string): string {
  return `${name} --`;
}
