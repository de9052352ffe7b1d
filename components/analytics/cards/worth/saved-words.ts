/** Explains minutes saved, and how to get some where none are counted yet. */
export const SAVED_MEANS =
  'Runs that succeeded, times the minutes that an engineer of the command estimates to be saved by each, under Configure, Running. The first estimate is that of all runs, and a changed one begins with its day. Where a command names a column with the minutes saved, the numbers in its results count instead. Runs that fill dropdowns or run on startup save nothing.';

export const NOTHING_SAVED = {
  title: 'No estimates for this time',
  text: 'Engineers say how many minutes a run saves, or which column of its result tells, in the configuration of a command, under Running.',
};
