import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { JsonSchema } from '@/lib/inputs/json-schema';
import { longId } from '@/lib/wire/values';

/** The arguments of the tools that are no command, as their schemas and as what they are checked with. */
const commandArguments = z.record(z.string(), z.json());

export const fixedArguments = {
  search_commands: z.strictObject({
    query: z
      .string()
      .max(500)
      .default('')
      .describe('Words that occur in a name, description, folder, or source. Leave empty to list all.'),
    after: z.int().min(0).default(0).describe('The next_after of the previous page.'),
  }),
  describe_command: z.strictObject({
    command: z.string().max(100).describe('The name of a command as search_commands returns it.'),
  }),
  run_command: z.strictObject({
    command: z.string().max(100).describe('The name of a command as search_commands returns it.'),
    arguments: commandArguments.default({}).describe('The arguments that describe_command describes.'),
  }),
  dry_run_command: z.strictObject({
    command: z.string().max(100).describe('The name of a command, as its tool or search_commands has it.'),
    arguments: commandArguments.default({}).describe("The arguments that the command's tool describes."),
  }),
  read_run: z.strictObject({ run_id: longId }),
  confirm_run: z.strictObject({
    command: z.string().max(100).describe('The command that was to be run.'),
    arguments: commandArguments.default({}).describe('Its arguments, unchanged.'),
    dry_run: z.boolean().optional().describe('True if dry_run_command asked for confirmation.'),
    code: z.string().max(100).describe('The code of the response that asked for confirmation.'),
  }),
} as const;

export type FixedTool = keyof typeof fixedArguments;

export const isFixedTool = (name: string): name is FixedTool => Object.hasOwn(fixedArguments, name);

function schemaFor(tool: FixedTool): Tool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(fixedArguments[tool], { io: 'input' }) as JsonSchema;
  return schema as Tool['inputSchema'];
}

const reading = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const trying = { readOnlyHint: false, destructiveHint: false };
const running = { readOnlyHint: false, destructiveHint: true };

const descriptions: Readonly<Record<FixedTool, string>> = {
  search_commands: 'Lists the commands that you may run, or those that match some words.',
  describe_command:
    'Describes a command: what it does, whether it changes data, and the schema of its arguments.',
  run_command: 'Runs a command and returns its result.',
  dry_run_command:
    'Runs a command and rolls it back, to show what it would change and return. It names what can not be rolled back. Only database routines that run in a transaction have a dry run.',
  read_run: 'Waits up to 30 seconds for the end of a run, and returns its result.',
  confirm_run:
    'Waits until the person has confirmed a command in Pushboard, and runs it. Show them the address first: only they can confirm.',
};

const titles: Readonly<Record<FixedTool, string>> = {
  search_commands: 'Search commands',
  describe_command: 'Describe a command',
  run_command: 'Run a command',
  dry_run_command: 'Dry-run a command',
  read_run: 'Read a run',
  confirm_run: 'Run what was confirmed',
};

const annotations: Readonly<Record<FixedTool, object>> = {
  search_commands: reading,
  describe_command: reading,
  run_command: running,
  dry_run_command: trying,
  read_run: reading,
  confirm_run: running,
};

/** A tool that is no command. */
export const fixedTool = (name: FixedTool): Tool => ({
  name,
  title: titles[name],
  description: descriptions[name],
  inputSchema: schemaFor(name),
  annotations: { title: titles[name], ...annotations[name] },
});
