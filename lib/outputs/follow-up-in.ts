/** How a run is started from another one. */
export const followUpKinds = ['row_decoration', 'error_jump', 'undo'] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

/** The run that an address says its command is opened from, as `run-async-i` takes it; empty if it names none. */
export function followUpIn(search: string): { parentRunId: number; followUp: FollowUpKind } | object {
  const query = new URLSearchParams(search);
  const kind = followUpKinds.find((each) => each === query.get('trigger'));
  const runId = query.get('parentRunId') ?? '';
  if (kind === undefined) return {};
  return /^[1-9]\d{0,14}$/.test(runId) ? { parentRunId: Number(runId), followUp: kind } : {};
}
