const words: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    integer: 'int integer integers whole',
    numeric: 'dbl double doubles numeric number numbers float decimal',
    logical: 'bool boolean logical flag',
    character: 'chr str string strings character characters',
    Date: 'date dates',
    POSIXct: 'posixct datetime timestamp',
    list: 'list object json',
  }).flatMap(([typeId, names]) => names.split(' ').map((name) => [name, typeId])),
);

export interface DeclaredType {
  typeId: string;
  isList: boolean;
}

/** The type in `@param n:int The number`, or that a note of roxygen begins with; null if it names none. */
export function declaredType(told: string | null): DeclaredType | null {
  const text = told ?? '';
  const [, open, typed] = /^:(\[?)(\w+)\]?/.exec(text) ?? [];
  if (typed !== undefined) {
    const typeId = words[typed.toLowerCase()];
    return typeId === undefined ? null : { typeId, isList: open === '[' };
  }
  const [, word = '', rest = ''] =
    /^\W*(?:(?:an?|the|optional|single|one|whole)\s+)*(\w+)(.{0,30})/i.exec(text) ?? [];
  const [, elements] = /^\W*(?:an? )?(?:vector|list) of (\w+)/i.exec(text) ?? [];
  const typeId = words[(elements ?? word).toLowerCase()];
  // "Date. The day" declares a type; "Date of the order" describes a value.
  if (typeId === undefined || (/^(date|list|whole|flag|number|string)$/i.test(word) && !isTypeAlone(rest)))
    return elements !== undefined && typeId !== undefined ? { typeId, isList: true } : null;
  return { typeId, isList: elements !== undefined || /^\s+vector\b/i.test(rest) || /s$/.test(word) };
}

/** Whether a word stands for itself: before a sign, or at the end. */
const isTypeAlone = (rest: string): boolean => /^\s*([.,:;()-]|$)|^\s+vector\b/i.test(rest);
