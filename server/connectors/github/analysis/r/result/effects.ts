import { type Expression, expressionsIn, type RFile } from '../syntax/ast';

/** Calls that only prepare what is defined. */
const preparing = new Set(
  [
    'library require requireNamespace loadNamespace suppressPackageStartupMessages suppressWarnings suppressMessages source',
    'sys.source options setClass setGeneric setMethod setRefClass setValidity R6Class invisible globalVariables utils rm gc',
    'setwd set.seed Sys.setenv Sys.setlocale theme_set register box::use use attach p_load pacman::p_load require_packages',
  ]
    .join(' ')
    .split(' '),
);
/** Calls that compute a value without doing anything. */
const computing = new Set(
  [
    'c list character numeric integer logical vector paste paste0 file.path here sprintf format as.Date as.integer as.numeric',
    'as.character as.logical Sys.getenv Sys.Date Sys.time tolower toupper strsplit unlist seq rep setNames names nchar nzchar',
    'is.na is.null length data.frame new.env normalizePath basename dirname tempdir getwd matrix factor trimws max min sum',
    'ifelse if_else isTRUE identical stop stopifnot structure function R6Class setClass setRefClass get_here today Sys.info',
    'local round ceiling floor sqrt log exp sub gsub month.name readline commandArgs as.Date ymd date nlevels expand.grid',
  ]
    .join(' ')
    .split(' '),
);

/** Whether running a statement does something, rather than only prepare something. */
export function isWork(statement: Expression): boolean {
  switch (statement.kind) {
    case 'assign':
      return statement.value.kind !== 'function' && hasCall(statement.value, computing);
    case 'call':
      return (
        !(statement.callee.kind === 'name' && preparing.has(statement.callee.name)) &&
        !(statement.callee.kind === 'name' && computing.has(statement.callee.name))
      );
    case 'if':
      return hasCall(
        statement,
        new Set([...computing, ...preparing, 'install.packages', 'quit', 'file.exists']),
      );
    case 'for':
    case 'while':
    case 'binary':
      return true;
    case 'block':
      return statement.body.some(isWork);
    default:
      return false;
  }
}

function hasCall(expression: Expression, allowed: ReadonlySet<string>): boolean {
  for (const inner of expressionsIn([expression]))
    if (inner.kind === 'call' && !(inner.callee.kind === 'name' && allowed.has(inner.callee.name)))
      return true;
  return false;
}

/** Whether running a file does something, rather than only define functions and values for others. */
export const doesSomething = ({ body }: RFile): boolean =>
  body.some((statement) => isWork(statement) || isRead(statement));

/** Whether a statement only shows a value: `rows * 2`, `summary`. */
const isRead = (statement: Expression): boolean => statement.kind === 'index' || statement.kind === 'member';

/** Why a file that only defines can't be run, for people. */
export function onlyDefines({ body }: RFile): string {
  if (body.length === 0) return 'It is empty: there is nothing to run.';
  const names = body.flatMap((statement) =>
    statement.kind === 'assign' && statement.value.kind === 'function' && statement.target.kind === 'name'
      ? [statement.target.name]
      : [],
  );
  return names.length === 0
    ? 'It only sets values for others: there is nothing to run in it.'
    : `It only defines functions (${listed(names)}): there is nothing to run in it.`;
}

const listed = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
