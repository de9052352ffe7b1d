import { type LiqeQuery, parse } from 'liqe';

/** A parsed search. */
export interface Search {
  /** Whether something with these texts matches. The texts must be lowercase. */
  matches(texts: readonly string[]): boolean;
  /** The terms to highlight: the wanted words in lowercase, without those after NOT. */
  terms: readonly string[];
  /** The terms, if they are all required; empty if operators combine them. */
  required: readonly string[];
}

/** Nobody types more than this. Longer text was pasted by mistake, and parsing it would block the page. */
const LONGEST_SEARCH = 1_000;
const MOST_TOKENS = 100;

/** A quoted phrase, a parenthesis, or a word, which may end in a list of types: `refund_order(integer)`. */
const TOKEN = /"[^"]*"|[()]|[^\s()"]+(?:\([^\s()"]*\))?/g;
const OPERATORS = new Set(['AND', 'OR', 'NOT', '(', ')']);

const everything: Search = { matches: () => true, terms: [], required: [] };

/**
 * Parses a search: all words are required; AND, OR, NOT, and parentheses combine them; quotes hold a phrase together.
 * Null if it is unfinished (`refund AND`) or too long.
 */
export function parseSearch(text: string): Search | null {
  if (text.length > LONGEST_SEARCH) return null;
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.length === 0) return everything;
  if (tokens.length > MOST_TOKENS) return null;
  // An unclosed quote is still being typed.
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return null;
  // Every word is quoted, so that colons, slashes, and the like are parts of a word.
  const query = tokens
    .map((token) => (OPERATORS.has(token) ? token : `"${token.replaceAll('"', '')}"`))
    .join(' ');
  try {
    const search = searchOf(parse(query));
    return tokens.some((token) => OPERATORS.has(token)) ? search : { ...search, required: search.terms };
  } catch {
    return null;
  }
}

function searchOf(query: LiqeQuery): Search {
  const terms: string[] = [];
  const matches = testOf(query, terms, true);
  return { matches, terms: [...new Set(terms)], required: [] };
}

type Test = Search['matches'];

function testOf(query: LiqeQuery, terms: string[], isWanted: boolean): Test {
  switch (query.type) {
    case 'EmptyExpression':
      return () => true;
    case 'ParenthesizedExpression':
      return testOf(query.expression, terms, isWanted);
    case 'UnaryOperator': {
      const operand = testOf(query.operand, terms, !isWanted);
      return (texts) => !operand(texts);
    }
    case 'LogicalExpression': {
      const left = testOf(query.left, terms, isWanted);
      const right = testOf(query.right, terms, isWanted);
      return query.operator.operator === 'OR'
        ? (texts) => left(texts) || right(texts)
        : (texts) => left(texts) && right(texts);
    }
    case 'Tag': {
      const term = 'value' in query.expression ? String(query.expression.value).toLowerCase() : '';
      if (isWanted && term !== '') terms.push(term);
      return (texts) => texts.some((text) => text.includes(term));
    }
  }
}
