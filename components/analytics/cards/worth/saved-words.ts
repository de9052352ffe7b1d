/** Explains minutes saved, and how to get some where none are counted yet. */
export const SAVED_MEANS =
  'Successful runs, times the minutes that each saves, as an engineer estimates under Configure, Running. The first estimate counts for all runs, earlier ones included; a changed one counts from its day on. Where a command names a column with the minutes saved, the numbers in its results count instead. Runs that fill dropdowns or run on startup save nothing.';

export const NOTHING_SAVED = {
  title: 'No estimates for this period',
  text: 'Engineers say how many minutes a run saves, or which column of its result tells, in the configuration of a command, under Running.',
};
