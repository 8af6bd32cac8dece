import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../env.ts';
import { errorInLog } from '../error-in-log.ts';
import { logLines } from './log-lines.ts';

const STANDARD_OUTPUT = 1;

/**
 * The process's log: lines of JSON in production, readable lines on a developer's terminal. An error in it is what
 * `errorInLog` leaves of it, whoever logs it.
 * @param to where lines of JSON go instead; tests read them
 */
export function createLog(config: Pick<Config, 'logLevel' | 'production'>, to?: DestinationStream): Logger {
  const options: LoggerOptions = { level: config.logLevel, serializers: { err: errorInLog }, hooks: { logMethod } };
  if (config.production || to) return pino(options, to ?? logLines(STANDARD_OUTPUT));
  const target = {
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss' },
  };
  return pino({ ...options, transport: target });
}

/** Where a line has an error and no sentence pino would take the error's own message, with whatever is in it. */
const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function logMethod(args, method) {
  const [first, sentence = 'an error', ...rest] = args;
  if (first instanceof Error) return method.apply(this, [{ err: first }, sentence, ...rest]);
  if (isErrorLine(first)) return method.apply(this, [first, sentence, ...rest]);
  return method.apply(this, args);
};

function isErrorLine(line: unknown): line is { err: unknown } {
  return typeof line === 'object' && line !== null && 'err' in line;
}
