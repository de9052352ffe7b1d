import type { ScriptEntry } from '../script';
import type { Way } from './passing';

/** An input that a reader found, as far as its code told of it. */
export interface FoundInput<Draft> {
  draft: Draft;
  way: Way;
  /** How many words of the subcommand precede it. */
  after: number;
}

/** Something to run that a reader found. */
export interface FoundEntry<Draft> {
  name: string | null;
  description: string | null;
  entry: ScriptEntry;
  inputs: FoundInput<Draft>[];
}
