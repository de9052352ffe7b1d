import type { Draft } from '../values/draft';

/** How the value of an input gets to the script, before its texts are settled. */
export type Way =
  | { by: 'option'; flag: string; shape: 'value' | 'separate' | 'values' | 'repeated' | 'count' }
  | { by: 'switch'; on: string | null; off: string | null }
  | { by: 'position' }
  | { by: 'environment'; name: string }
  | { by: 'answer' }
  | { by: 'parameter'; name: string };

/** An input that a reader found. */
export interface Found {
  draft: Draft;
  way: Way;
  /** How many words of the sub-command precede it. */
  after: number;
}

/** Something to run that a reader found. */
export interface FoundCommand {
  name: string | null;
  description: string | null;
  entry: { kind: 'program'; words: string[]; endsOptions: boolean } | { kind: 'function'; name: string };
  inputs: Found[];
}
