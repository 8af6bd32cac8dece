import { type Logger, pino } from 'pino';
import type { Config } from '../env.ts';

/** The process's log: lines of JSON in production, readable lines on a developer's terminal. */
export function createLog(config: Pick<Config, 'logLevel' | 'production'>): Logger {
  if (config.production) return pino({ level: config.logLevel });
  const target = { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } };
  return pino({ level: config.logLevel, transport: target });
}
