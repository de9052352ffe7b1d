/** Options of `run`; every other flag is an input of the command. */
export const RUN_OPTIONS = [
  'org',
  'values',
  'set',
  'format',
  'output',
  'yes',
  'detach',
  'quiet',
  'note',
  'confirm',
  'dry-run',
  'json',
  'url',
];
