import type { Logger } from 'pino';

/**
 * From now on the log has what nothing in this process has caught, and what Node warns of.
 * An error that escapes every handler leaves the process in a state that nobody knows, so it ends; another one starts in a moment.
 */
export function logEscapes(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error escaped; this process ends');
    process.exit(1);
  });
  // Node's own listener prints text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
}
