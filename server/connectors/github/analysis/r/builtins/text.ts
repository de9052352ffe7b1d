import { mostCharacters } from '../../limits';
import {
  HOLE,
  itemsOf,
  knownTexts,
  native,
  nothing,
  numberOf,
  plain,
  subjectOf,
  textOf,
  unknownCode,
  vectorOf,
} from '../values/make';
import type { Call, Interpreter, Native, Value } from '../values/value';
import { expressionOf, replaced } from './patterns';
import { vectorized } from './vectorized';

/** Text put together from others, for each element of vectors. */
const joining = (usual: string) =>
  native('... sep collapse', (call) => {
    const divider = textOf(call.value('sep')) ?? usual;
    const collapse = textOf(call.value('collapse'));
    const parts = call.rest.map(({ value }) => value()).filter((value) => value.kind !== 'null');
    const joined = vectorized(parts, (values) => joinedText(values, divider, call.code));
    if (collapse === null) return joined;
    const texts = knownTexts(joined);
    const isLong = texts !== null && texts.length * collapse.length > mostCharacters;
    return texts === null || isLong ? unknownCode(call.code, 'character') : plain(texts.join(collapse));
  });

function joinedText(values: readonly Value[], divider: string, code: string | null): Value {
  const texts = values.map(shownText);
  if (!texts.includes(null)) return plain(texts.join(divider));
  const outline = texts.map((text, at) => text ?? outlineOf(values[at])).join(divider);
  return unknownCode(code, 'character', outline.length > mostCharacters ? null : outline);
}

const outlineOf = (value: Value | undefined): string =>
  value?.kind === 'unknown' ? (value.outline ?? HOLE) : HOLE;

function shownText(value: Value): string | null {
  if (value.kind !== 'plain') return value.kind === 'na' ? 'NA' : null;
  return typeof value.value === 'boolean' ? String(value.value).toUpperCase() : String(value.value);
}

const formatting = native('fmt ...', (call) => {
  const [format, ...values] = [call.value('fmt') ?? nothing, ...call.rest.map(({ value }) => value())];
  return vectorized([format, ...values], ([first, ...others]) => {
    const text = textOf(first);
    const shown = others.map((value) => (value.kind === 'plain' ? value.value : null));
    if (text === null || shown.includes(null)) return unknownCode(call.code, 'character');
    let at = 0;
    return plain(
      text.replace(
        /%(?:(\d+)\$)?[-+ 0#]*(\d+)?(?:\.(\d+))?([sdifgeGxX%])/g,
        (_, place, width, digits, kind) => {
          if (kind === '%') return '%';
          const value = shown[place === undefined ? at++ : Number(place) - 1] ?? '';
          const written =
            kind === 'f' && typeof value === 'number'
              ? value.toFixed(Math.min(Number(digits ?? 6), 100))
              : String(value);
          return written.padStart(Math.min(Number(width ?? 0), 1000), /^%0/.test(_) ? '0' : ' ');
        },
      ),
    );
  });
});

/** `strsplit(x, ",")`: a list with the parts of each text. */
const splitting = native('x split fixed perl', (call, machine) => {
  const value = call.value('x') ?? call.all[0]?.value() ?? nothing;
  const divider = dividerOf(textOf(call.value('split') ?? call.rest[0]?.value()) ?? '');
  return asList(partsOf(value, divider, call, machine));
});

const asList = (value: Value): Value => itemsOf(value.kind === 'ended' ? [] : [{ name: null, value }], true);

/** `str_split_1(x, ",")`: the parts alone. */
const splittingOne = native('string pattern ...', (call, machine) =>
  partsOf(call.value('string') ?? nothing, dividerOf(textOf(call.value('pattern')) ?? ''), call, machine),
);

function partsOf(value: Value, divider: string, call: Call, machine: Interpreter): Value {
  if (value.kind === 'thing') return value.thing.split?.(divider, call.site) ?? unknownCode(call.code);
  if (value.kind === 'subject') {
    if (divider === '') return unknownCode(call.code);
    if (value.part === 'whole') {
      value.draft.isList = true;
      value.draft.divider ??= divider;
    }
    return subjectOf(value.draft, 'parts');
  }
  const text = textOf(value);
  if (text === null) return unknownCode(call.code);
  return machine.spend() ? vectorOf(text.split(divider).map((part) => plain(part))) : unknownCode(call.code);
}

/** The text that a pattern for parts matches: `,\\s*` splits at commas. */
const dividerOf = (pattern: string): string => {
  const text = pattern.replace(/\\s[*+?]|(?<=.) ?[*]|\[\[:space:\]\][*+]/g, (part) =>
    part.startsWith('\\s+') && pattern === part ? ' ' : '',
  );
  const [, set] = /^\[(.)[^\]]*\]\+?$/.exec(text) ?? [];
  return (set ?? text).replace(/\\(.)/g, '$1').replace(/(?<=.)[+*]$/, '');
};

const replacing = (isAll: boolean) =>
  native('pattern replacement x ignore.case perl fixed', (call) => {
    const value = call.value('x') ?? nothing;
    const pattern = textOf(call.value('pattern'));
    const replacement = textOf(call.value('replacement'));
    return replacedIn(value, { pattern, replacement, isAll }, call);
  });

/** stringr has its text first. */
const replacingFirst = (isAll: boolean, usual: string | null = null) =>
  native('string pattern replacement', (call) => {
    const pattern = textOf(call.value('pattern'));
    const replacement = textOf(call.value('replacement')) ?? usual;
    return replacedIn(call.value('string') ?? nothing, { pattern, replacement, isAll }, call);
  });

interface Replacement {
  pattern: string | null;
  replacement: string | null;
  isAll: boolean;
}

function replacedIn(value: Value, how: Replacement, call: Call): Value {
  const { pattern, replacement, isAll } = how;
  if (value.kind === 'subject') return value;
  if (value.kind === 'thing' && pattern !== null) return value.thing.without?.(pattern, call.site) ?? value;
  if (value.kind === 'items')
    return {
      ...value,
      items: value.items.map((item) => ({ ...item, value: replacedIn(item.value, how, call) })),
    };
  const text = textOf(value);
  if (text === null || pattern === null || replacement === null) return unknownCode(call.code, 'character');
  const made = replaced(text, pattern, replacement, isAll);
  return made === null ? unknownCode(call.code, 'character') : plain(made);
}

const changing = (change: (text: string) => string) =>
  native('x ...', (call) => {
    const value = call.value('x') ?? call.all[0]?.value() ?? nothing;
    return vectorized([value], ([one]) => {
      const text = textOf(one);
      return text === null ? (one ?? nothing) : plain(change(text));
    });
  });

const matching = native('pattern x ...', (call) => {
  const [pattern, value] = [textOf(call.value('pattern')), call.value('x') ?? nothing];
  return matchesOf(pattern, value, call);
});

const detecting = native('string pattern ...', (call) =>
  matchesOf(textOf(call.value('pattern')), call.value('string') ?? nothing, call),
);

const beginning = native('x prefix', (call) => {
  const [prefix, value] = [textOf(call.value('prefix')), call.value('x') ?? nothing];
  if (prefix === null) return unknownCode(call.code, 'logical');
  if (value.kind === 'thing')
    return value.thing.compare?.('begins', [prefix], call.site) ?? unknownCode(call.code);
  const text = textOf(value);
  return text === null ? unknownCode(call.code, 'logical') : plain(text.startsWith(prefix));
});

function matchesOf(pattern: string | null, value: Value, call: Call): Value {
  if (pattern === null) return unknownCode(call.code, 'logical');
  if (value.kind === 'thing')
    return value.thing.compare?.('begins', [pattern], call.site) ?? unknownCode(call.code, 'logical');
  if (value.kind === 'items')
    return {
      ...value,
      items: value.items.map((item) => ({ ...item, value: matchesOf(pattern, item.value, call) })),
    };
  const text = textOf(value);
  const expression = text === null ? null : expressionOf(pattern, text);
  return text === null || expression === null
    ? unknownCode(call.code, 'logical')
    : plain(expression.test(text));
}

/** `grep("^--name=", args, value = TRUE)` */
const finding = native('pattern x ignore.case perl value fixed', (call, machine) => {
  const [pattern, value] = [textOf(call.value('pattern')), call.value('x') ?? nothing];
  if (pattern === null || value.kind !== 'thing') return unknownCode(call.code);
  const found = value.thing.compare?.('begins', [pattern], call.site) ?? null;
  return found === null ? unknownCode(call.code) : (value.thing.index?.(found, machine, call.site) ?? found);
});

const picking = native('x start stop last ...', (call) => {
  const value = call.value('x') ?? nothing;
  const [from, to] = [numberOf(call.value('start')), numberOf(call.value('stop') ?? call.value('last'))];
  if (value.kind === 'thing' && to === null) return value.thing.without?.('.*=', call.site) ?? value;
  if (value.kind !== 'plain')
    return value.kind === 'thing' || value.kind === 'subject' ? value : unknownCode(call.code);
  const text = String(value.value);
  return from === null ? unknownCode(call.code) : plain(text.slice(from - 1, to ?? undefined));
});

const names = (text: string, value: Native): [string, Native][] =>
  text.split(' ').map((name) => [name, value]);

export const textCalls: ReadonlyMap<string, Native> = new Map([
  ['paste', joining(' ')],
  ...names('paste0 str_c str_glue', joining('')),
  ...names('file.path path here', joining('/')),
  ...names('sprintf gettextf', formatting),
  ['strsplit', splitting],
  [
    'str_split',
    native('string pattern ...', (call, machine) =>
      asList(
        partsOf(
          call.value('string') ?? nothing,
          dividerOf(textOf(call.value('pattern')) ?? ''),
          call,
          machine,
        ),
      ),
    ),
  ],
  ...names('str_split_1', splittingOne),
  ['sub', replacing(false)],
  ['gsub', replacing(true)],
  ...names('str_replace', replacingFirst(false)),
  ...names('str_replace_all', replacingFirst(true)),
  ...names('str_remove', replacingFirst(false, '')),
  ...names('str_remove_all', replacingFirst(true, '')),
  ...names(
    'tolower str_to_lower casefold',
    changing((text) => text.toLowerCase()),
  ),
  ...names(
    'toupper str_to_upper',
    changing((text) => text.toUpperCase()),
  ),
  ...names(
    'trimws str_trim str_squish',
    changing((text) => text.trim()),
  ),
  ...names(
    'normalizePath path.expand enc2utf8 Sys.glob path_abs',
    changing((text) => text),
  ),
  ['basename', changing((text) => text.split('/').at(-1) ?? '')],
  ['grepl', matching],
  ['str_detect', detecting],
  ...names('startsWith str_starts', beginning),
  ['grep', finding],
  ...names('substr substring str_sub', picking),
  ['regmatches', native('x m', (call) => call.value('x') ?? nothing)],
]);
