import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../env.ts';
import { errorForLog } from '../log-error.ts';

const STANDARD_OUTPUT = 1;

/**
 * The process's log: JSON lines in production, readable lines on a developer's terminal. Errors pass through `errorForLog`.
 * @param to receives the JSON lines instead; used by tests
 */
export function createLog(config: Pick<Config, 'logLevel' | 'production'>, to?: DestinationStream): Logger {
  const options: LoggerOptions = { level: config.logLevel, serializers: { err: errorForLog }, hooks: { logMethod } };
  if (config.production || to) return pino(options, to ?? logFile(STANDARD_OUTPUT));
  const target = {
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss' },
  };
  return pino({ ...options, transport: target });
}

/** Without a message pino would log the error's own, which may contain any data. */
const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function logMethod(args, method) {
  const [first, sentence = 'an error', ...rest] = args;
  if (first instanceof Error) return method.apply(this, [{ err: first }, sentence, ...rest]);
  if (isErrorLine(first)) return method.apply(this, [first, sentence, ...rest]);
  return method.apply(this, args);
};

function isErrorLine(line: unknown): line is { err: unknown } {
  return typeof line === 'object' && line !== null && 'err' in line;
}

/**
 * Logs uncaught errors and Node's warnings. After an uncaught error the process's state is unknown, so it exits, and the supervisor
 * starts another one.
 */
export function logUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error; this process ends');
    process.exit(1);
  });
  // Node's own listener prints text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
}

/**
 * Writes lines outside the event loop, and the pending ones at exit; only SIGKILL loses lines.
 * @param dest a file name or descriptor: 1 is standard output
 */
function logFile(dest: string | number) {
  return pino.destination({ dest, sync: false });
}
