/** What an auto-run waits for before it is created: room in the line of runs, or a result that can't be read yet. */
export const AUTO_RUN_WAITS = ['room', 'result'] as const;

export type WaitsFor = (typeof AUTO_RUN_WAITS)[number];
