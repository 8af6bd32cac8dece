/** Why a backup can't be made or restored. Its message is for the operator and says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Whether a failure of the file system means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
