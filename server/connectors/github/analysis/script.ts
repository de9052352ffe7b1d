import type { JsonValue } from '@/lib/base/json';
import type { ConditionTerm } from '@/lib/settings/condition-terms';

export type ScriptLanguage = 'python' | 'r';

/** A file of a repository, with its path from the root: `jobs/report.py`. */
export interface SourceFile {
  path: string;
  text: string;
}

/** What reading a script told, without running it. */
export interface ScriptAnalysis {
  /** What can be run, in the order of the code: the script as a whole, or each of its subcommands or functions. */
  commands: ScriptCommand[];
  /** Why there is nothing to run, in a sentence for people; null if there is. */
  unavailable: string | null;
  /** What was seen but not understood. */
  notes: ScriptNote[];
  /** The first line of the script, from 1, that isn't code of its language; null if all of it is. */
  errorLine: number | null;
  /** The paths of other files of the repository that were read on the way, sorted. */
  followed: string[];
}

export interface ScriptNote {
  path: string;
  /** From 1. */
  line: number;
  /** A sentence for people. */
  message: string;
}

/** One thing to run: a form of its own. */
export interface ScriptCommand {
  /** The words of a subcommand (`users add`), or the name of a function; null for the script as a whole. */
  name: string | null;
  description: string | null;
  entry: ScriptEntry;
  /** In the order of the form. Keys are unique. */
  inputs: ScriptInput[];
}

/** How a command is called. */
export type ScriptEntry =
  /** As a program with arguments. `words` are those of the subcommand. */
  | { kind: 'program'; words: string[]; endsOptions: boolean }
  /** A function of the script, with the values as arguments by name. */
  | { kind: 'function'; name: string };

export interface ScriptInput {
  /** An option's longest flag without its dashes (`dry-run`), or the name of the argument or variable as it is written. */
  key: string;
  /** A type of the language's type system: `int`, `list[str]`, `Literal['a', 'b']`; in R `factor(a, b)`. */
  typeId: string;
  /** Whether the script can't do without it. */
  isRequired: boolean;
  /** The literal that the script takes if it is left out; null if there is none. */
  defaultValue: JsonValue;
  /** The code of a default that is computed each time, such as `date.today()`; null if there is none. */
  defaultExpression: string | null;
  /** Its help, for people. Suggested values that aren't a closed list are part of it. */
  description: string | null;
  isSecret: boolean;
  /** Whether its text has several lines, such as a key in PEM. */
  isMultiline: boolean;
  /** Whether its value is the path of a file that the script reads, so that people upload it. */
  isFile: boolean;
  /** The title of its group of options; null without one. */
  group: string | null;
  /** When it is shown, by the keys of other inputs of the same command; empty for always. All must hold. */
  shown: ConditionTerm[];
  /** The place that says so. */
  from: { path: string; line: number; what: string };
  passing: Passing;
}

/** How a value gets to the script. */
export type Passing =
  | {
      by: 'option';
      flag: string;
      form: OptionForm;
      /** How many words of the subcommand precede it. */
      after: number;
    }
  /** Its place among the positional arguments after the subcommand's `after` words, from 0. A list takes what is left. */
  | { by: 'position'; at: number; after: number }
  | { by: 'environment'; name: string; text: TextForm }
  /** An answer on standard input, in this order from 0. */
  | { by: 'answer'; at: number; text: TextForm }
  /** An argument of the function that is called. */
  | { by: 'parameter'; name: string }
  /** The value of an assignment at the top of the script, which takes the place of the code there. */
  | { by: 'assignment'; name: string; code: string };

export type OptionForm =
  /** `--flag=value` for long flags, `-f value` for short ones. */
  | { kind: 'value'; text: TextForm }
  /** `--flag value`, for scripts that read their arguments one by one. */
  | { kind: 'separate'; text: TextForm }
  /** `--flag a b c`. */
  | { kind: 'values'; text: TextForm }
  /** `--flag=a --flag=b`. */
  | { kind: 'repeated'; text: TextForm }
  /** Nothing but a flag: the one for true, and the one for false; null where leaving it out says so. */
  | { kind: 'switch'; on: string | null; off: string | null }
  /** The flag as often as the number says. */
  | { kind: 'count' };

/** How a value is written as text. */
export interface TextForm {
  /** The words for true and false. */
  booleans: [string, string];
  /** What stands between the elements of a list in one text; null if each element is a text of its own. */
  divider: string | null;
}
