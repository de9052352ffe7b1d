import type { Node } from 'web-tree-sitter';
import { argumentsOf, calledName, callsIn } from '../code/nodes';
import type { RScript } from '../code/script';
import { choiceOf, constantOf } from '../code/values';

/** What the code after parsing says of its values. */
export interface Checks {
  /** The names without which it stops. */
  required: Set<string>;
  /** The types of names that may only have some values. */
  choices: Map<string, string>;
  /** The names whose values are read as files. */
  files: Set<string>;
}

const NAME = String.raw`\w+(?:\$|\[\[["'])([\w.-]+)(?:["']\]\])?`;
const MISSING = [
  new RegExp(String.raw`^is\.(?:null|na)\(\s*${NAME}\s*\)$`),
  new RegExp(String.raw`^!\s*(?:nzchar|length)\(\s*${NAME}\s*\)$`),
  new RegExp(String.raw`^${NAME}\s*==\s*(?:""|'')$`),
  /^!\s*["']([\w.-]+)["']\s*%in%\s*names\(/,
];
const ASSERTED = new RegExp(String.raw`!\s*is\.(?:null|na)\(\s*${NAME}\s*\)|nzchar\(\s*${NAME}\s*\)`, 'g');
const READERS =
  /^(read\.(csv|csv2|table|delim|tsv)|read_(csv|tsv|delim|excel|rds|json|lines)|readRDS|fread|readLines|fromJSON|read_xlsx|read\.xlsx|scan|file)$/;

export function checksIn(script: RScript): Checks {
  const checks: Checks = { required: new Set(), choices: new Map(), files: new Set() };
  for (const { root } of script.files) {
    for (const node of root.descendantsOfType('if_statement'))
      if (node !== null) readTest(node, checks, script);
    for (const call of callsIn(root)) readCall(call, checks, script);
  }
  return checks;
}

function readTest(node: Node, checks: Checks, script: RScript): void {
  const condition = node.childForFieldName('condition');
  const stops = /\b(stop|quit|q|abort|cli_abort)\s*\(/.test(
    node.childForFieldName('consequence')?.text ?? '',
  );
  if (condition === null || !stops) return;
  for (const part of condition.text.split(/\s*\|\|?\s*/)) {
    const name = MISSING.map((pattern) => pattern.exec(part.trim())?.[1]).find(
      (found) => found !== undefined,
    );
    if (name !== undefined) checks.required.add(name);
  }
  const [, name] = new RegExp(String.raw`!\s*\(?\s*${NAME}\s*%in%`).exec(condition.text) ?? [];
  const among = condition
    .descendantsOfType('binary_operator')
    .find((each) => each?.childForFieldName('operator')?.text === '%in%');
  const own = condition.childForFieldName('operator')?.text === '%in%' ? condition : among;
  const values = constantOf(own?.childForFieldName('rhs'), script);
  if (name !== undefined && Array.isArray(values)) checks.choices.set(name, choiceOf(values));
}

function readCall(call: Node, checks: Checks, script: RScript): void {
  const called = calledName(call);
  const all = argumentsOf(call);
  const first = all[0]?.value?.text ?? '';
  const [, name] = new RegExp(`^${NAME}$`).exec(first) ?? [];
  if (called === 'stopifnot')
    for (const [, a, b] of call.text.matchAll(ASSERTED)) checks.required.add(a ?? b ?? '');
  if (name === undefined) return;
  if (called === 'match.arg') {
    const values = constantOf(all[1]?.value, script);
    if (Array.isArray(values)) checks.choices.set(name, choiceOf(values));
  }
  if (READERS.test(called)) checks.files.add(name);
}
