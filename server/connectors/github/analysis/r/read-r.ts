import { newInput, plainText, withUniqueKeys } from '../new-input';
import type { ScriptAnalysis, ScriptCommand, ScriptInput } from '../script';
import {
  argumentOf,
  argumentsOf,
  around,
  assignmentIn,
  calledName,
  callsIn,
  childrenOf,
  lineOf,
} from './code/nodes';
import { type RFile, RScript } from './code/script';
import { constantOf } from './code/values';
import { readArgv } from './ways/argv';
import { readAssignments } from './ways/assignments';
import { checksIn } from './ways/checks';
import { readEnvironment } from './ways/environment';
import { entryFunction, functionCommand, readPlumber } from './ways/functions';
import { readParsers } from './ways/parsers';

/** Reads what an R script asks for, with the files that it loads. Nothing is executed. */
export async function readR(files: ReadonlyMap<string, string>, path: string): Promise<ScriptAnalysis> {
  const script = await RScript.open(files, path);
  if (script === null)
    return { commands: [], unavailable: 'Its code could not be read in time.', notes: [], followed: [] };
  try {
    const followed = script.files
      .slice(1)
      .map((file) => file.path)
      .sort();
    const { root } = script.main;
    const broken = root.hasError ? root.descendantsOfType('ERROR')[0] : undefined;
    const notes =
      broken == null
        ? []
        : [{ path, line: lineOf(broken), message: 'The code from here on could not be read as R.' }];
    return { ...read(script), notes, followed };
  } finally {
    script.free();
  }
}

const program = (inputs: ScriptInput[], description: string | null): ScriptCommand =>
  withUniqueKeys({
    name: null,
    description,
    entry: { kind: 'program', words: [], endsOptions: false },
    inputs,
  });

function read(script: RScript): Pick<ScriptAnalysis, 'commands' | 'unavailable'> {
  const file = script.main;
  const endpoints = readPlumber(script);
  if (endpoints.length > 0) return { commands: endpoints.map(withUniqueKeys), unavailable: null };
  const checks = checksIn(script);
  const environment = readEnvironment(script);
  const header = headerOf(file);
  const parsed = readParsers(script, checks);
  if (parsed !== null) {
    const known = new Set(parsed.inputs.map(({ key }) => key.toLowerCase()));
    const others = environment.filter(({ key }) => !known.has(key.toLowerCase()));
    return {
      commands: [program([...parsed.inputs, ...others], parsed.description ?? header)],
      unavailable: null,
    };
  }
  const questions = readQuestions(script);
  if (typeof questions === 'string') return { commands: [], unavailable: questions };
  const argv = readArgv(script, checks);
  const asked = [...argv, ...questions, ...environment];
  if (isStarted(file)) {
    // Values in the code are for scripts that ask for nothing on their command line.
    const edited = argv.length === 0 && questions.length === 0 ? readAssignments(file) : [];
    return { commands: [program([...asked, ...edited], header)], unavailable: null };
  }
  const entry = entryFunction(file);
  if (entry !== null) {
    const command = functionCommand(entry[0], entry[1], file, script);
    return {
      commands: [
        withUniqueKeys({
          ...command,
          description: command.description ?? header,
          inputs: [...command.inputs, ...environment],
        }),
      ],
      unavailable: null,
    };
  }
  const forOthers = environment.length === 0 ? [] : [program(environment, header)];
  return {
    commands: forOthers,
    unavailable: 'It only defines functions and values for others: there is nothing to run in it.',
  };
}

/** Whether running the script does anything but to define, and to load packages. */
const isStarted = ({ statements }: RFile): boolean =>
  statements.some((node) => {
    const assigned = assignmentIn(node);
    if (assigned !== null)
      return (
        /\(/.test(assigned.value.text) &&
        assigned.value.type !== 'function_definition' &&
        constantOf(assigned.value, null) === undefined
      );
    if (node.type === 'call')
      return !/^(library|require|requireNamespace|suppressPackageStartupMessages|suppressWarnings|source|options|setClass|setGeneric|setMethod|setRefClass|R6Class|invisible|globalVariables)$/.test(
        calledName(node),
      );
    return (
      /^(for_statement|while_statement|repeat_statement|binary_operator|if_statement)$/.test(node.type) &&
      /\(/.test(node.text)
    );
  });

/** The comment at the top, or what roxygen's lines there say. */
function headerOf({ root }: RFile): string | null {
  const lines: string[] = [];
  let row = -1;
  for (const node of childrenOf(root)) {
    if (node.type !== 'comment' || (row >= 0 && node.startPosition.row > row + 1)) break;
    row = node.startPosition.row;
    if (node.text.startsWith('#!')) continue;
    const text = node.text
      .replace(/^#+['*]?\s?/, '')
      .replace(/[-=#*]{3,}/g, '')
      .trim();
    if (/^@|copyright|licen[cs]e/i.test(text)) break;
    lines.push(text);
  }
  const text = lines.join('\n').trim();
  return text === '' ? null : text;
}

/** The questions on standard input, in order; a sentence if they can't be asked beforehand. */
function readQuestions(script: RScript): ScriptInput[] | string {
  const inputs: ScriptInput[] = [];
  for (const { path, root } of script.files) {
    for (const call of callsIn(root)) {
      const name = calledName(call);
      const all = argumentsOf(call);
      const isLine = name === 'readline' || name === 'askpass' || name === 'getPass';
      const isStdin =
        (name === 'readLines' || name === 'scan') &&
        /file\(\s*["']stdin["']\s*\)|["']stdin["']/.test(all[0]?.value?.text ?? '');
      if (!isLine && !isStdin) continue;
      if (around(call, ['while_statement', 'repeat_statement', 'for_statement']) !== null) {
        return `It asks again and again while it runs (line ${lineOf(call)}), so its answers can't be filled in beforehand.`;
      }
      const prompt = constantOf(argumentOf(all, 'prompt', 0), script);
      const told = isLine && typeof prompt === 'string' ? prompt.replace(/[\s:>?]+$/, '').trim() : null;
      const outer = call.parent?.type === 'argument' ? call.parent.parent?.parent : null;
      const conversion =
        outer?.type === 'call'
          ? { 'as.integer': 'integer', 'as.numeric': 'numeric' }[calledName(outer)]
          : undefined;
      const target = [call, outer].flatMap((each) =>
        each?.parent == null ? [] : (assignmentIn(each.parent)?.name ?? []),
      )[0];
      const at = inputs.length;
      inputs.push(
        newInput({
          key: target ?? told ?? `answer ${at + 1}`,
          typeId: conversion ?? 'character',
          isRequired: true,
          description: told,
          ...(name === 'readline' || isStdin ? {} : { isSecret: true }),
          passing: { by: 'answer', at, text: plainText(['TRUE', 'FALSE']) },
          from: { path, line: lineOf(call), what: name },
        }),
      );
    }
  }
  return inputs;
}
