export type EmbeddedPostgresErrorCode =
  | 'already_running'
  | 'data_gone'
  | 'unfinished_restore'
  | 'version_mismatch'
  | 'unsupported_platform'
  | 'unusable_directory'
  | 'start_failed'
  | 'stop_failed';

/** The embedded server cannot be used. The message is a complete sentence for the operator. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;
  /** With `already_running`: the URL of the running server's database. */
  readonly url: string | undefined;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options: ErrorOptions & { url?: string } = {}) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
    this.url = options.url;
  }
}
