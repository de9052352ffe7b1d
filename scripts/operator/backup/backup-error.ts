/** Something that the operator can fix keeps a backup from being made, verified, or restored. Shown without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
