import type { ScriptAnalysis } from '../script';

/** What the reading process is told, one JSON document per line. */
export type ToReader =
  /** All scripts that the repository has, before any of them is read. */
  { paths: string[] } | { path: string; text: string } | { read: string };

/** What it answers to each `read`. */
export type FromReader =
  | { read: string; analysis: ScriptAnalysis }
  /** It needs the texts of these files first, and has to be asked again. */
  | { read: string; asks: string[] };
