/** The last version before this one: the last release, whose processes serve people while those of this one start. */
export const versionBefore = {
  commit: 'c1a00d6c1b304db92ad53d2c98a5ff6a96f633f2',
  /** The first migration that it doesn't have. */
  nextMigration: '20261229100000_last_changes',
} as const;
