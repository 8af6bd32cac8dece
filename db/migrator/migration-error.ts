/** A migration that was not applied, or not wholly. Its finished steps stay; the next run continues after them. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly tag: string;

  constructor(tag: string, reason: string, cause?: unknown) {
    super(`Migration ${tag} failed: ${reason.replace(/\.$/, '')}.`, { cause });
    this.tag = tag;
  }
}
