import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { Collection } from './languages';

const inputSchema = z.object({
  key: z.string(),
  type: z.string(),
  /** A text where careful readers differ, which isn't compared. */
  required: z.union([z.boolean(), z.string()]),
  default: z.json().optional(),
  choices: z.array(z.union([z.string(), z.number()])).optional(),
  help: z.string().optional(),
  secret: z.boolean().optional(),
  multiline: z.boolean().optional(),
  group: z.string().optional(),
  /** The place of an argument whose name only its reader gives it. */
  position: z.union([z.number(), z.string()]).optional(),
});

const expectationSchema = z.object({
  /** The path of the script in its library, or from the folder of the expectations, if it isn't next to its own. */
  module: z.string().optional(),
  /** The name of the folder above that is the root of the repository, and the other files there. */
  root: z.string().optional(),
  files: z.array(z.string()).optional(),
  inputs: z.array(inputSchema).optional(),
  commands: z.record(z.string(), z.array(inputSchema)).optional(),
  unavailable: z.boolean().optional(),
  /** Keys that may be offered or not. */
  maybe: z.array(z.string()).optional(),
});

export type ExpectedInput = z.infer<typeof inputSchema> & { default?: JsonValue | undefined };

/** A script, and what a careful reader would offer for it. */
export interface Expectation {
  /** Its file of expectations, from the folder of its collection. */
  name: string;
  path: string;
  files: ReadonlyMap<string, string>;
  commands: { name: string | null; inputs: ExpectedInput[] }[];
  isUnavailable: boolean;
  maybe: readonly string[];
}

/** The expectations of a collection whose scripts are there, by name. */
export function expectationsOf({ folder, ending, scripts }: Collection): Expectation[] {
  const elsewhere = scripts();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const expected = expectationSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
      const own =
        [file.replace(/\.json$/, ''), file.replace(/\.json$/, ending)].find((name) =>
          hasEnding(name, ending),
        ) ?? '';
      const script =
        elsewhere === null && expected.module === undefined
          ? join(folder, own)
          : join(elsewhere ?? folder, expected.module ?? '');
      if (!existsSync(script)) return [];
      const root =
        elsewhere ?? (expected.root === undefined ? dirname(script) : rootOf(script, expected.root));
      const others = expected.files ?? (elsewhere === null ? filesOf(root, ending) : []);
      const paths = [relative(root, script), ...others];
      const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
      const named = Object.entries(expected.commands ?? {}).map(([name, inputs]) => ({ name, inputs }));
      return [
        {
          ...{
            name: file,
            path: relative(root, script),
            files,
            isUnavailable: expected.unavailable ?? false,
          },
          commands: expected.commands === undefined ? [{ name: null, inputs: expected.inputs ?? [] }] : named,
          maybe: expected.maybe ?? [],
        },
      ];
    });
}

/** R's scripts end in `.R` or `.r`. */
const hasEnding = (file: string, ending: string): boolean =>
  file.toLowerCase().endsWith(ending.toLowerCase());

/** Every script of a repository. */
const filesOf = (root: string, ending: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => hasEnding(file, ending));

function rootOf(script: string, name: string): string {
  let folder = dirname(script);
  while (basename(folder) !== name && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
