/** The last part of a path: what a field is called within its object, or a parameter within its request. */
const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** What routines put before the names of their parameters, so that these differ from the columns. */
const PREFIX = /^(?:p|in|arg|param)_(?=.)|^_+(?=.)/;

/**
 * A name without what says nothing about its meaning: the path before it, the spelling (`orderId`, `ORDER_ID`,
 * `Order ID`), and the prefix of a parameter (`p_order_id`).
 */
export const plainName = (name: string): string =>
  lastPart(name)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/_+$/, '')
    .replace(PREFIX, '');

/** Whether a name is that of a thing's identity, such as `order_id` or `invoice_number`. */
export const isIdentifier = (name: string): boolean =>
  /(?:^|_)(?:id|uuid|key|code|number|no|nr|sku|ref)$/.test(plainName(name));

/** The singular words of a name: `Find orders` has `find` and `order`. */
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=..)s$/, ''));

/** What an input or column is about: `customer_id` and `customer name` are about a customer. */
const subjectOf = (name: string): string | null => {
  const [subject] = plainName(name)
    .replace(/_(?:id|uuid|key|code|number|no|nr|sku|ref|name)$/, '')
    .split('_')
    .slice(-1);
  return subject === undefined || subject === '' || subject === 'id' ? null : (wordsOf(subject)[0] ?? null);
};

/** Whether a command is named after what an input is about: `List customers` for `p_customer_id`. */
export function isAbout(commandName: string, key: string): boolean {
  const subject = subjectOf(key);
  return subject !== null && wordsOf(commandName).includes(subject);
}

/** The identifier of a thing that a command is about: `id` in a list of orders is what others call `order_id`. */
function isOwnId(id: string, other: string, about: string | null): boolean {
  const entity = /^(.+)_id$/.exec(plainName(other))?.[1];
  return plainName(id) === 'id' && entity !== undefined && about !== null && wordsOf(about).includes(entity);
}

interface Named {
  path: string;
}

/**
 * Finds the output that an input of this key takes its value from: the same path first, then a field of that name, then
 * the same name but for its spelling and the prefix of a parameter, at last the `id` of the thing that the command with
 * the outputs lists.
 *
 * @param about the name of the command that has the outputs; null if it isn't known
 */
export function outputNamed<Output extends Named>(
  key: string,
  outputs: readonly Output[],
  about: string | null = null,
): Output | undefined {
  const lower = key.toLowerCase();
  const plain = plainName(key);
  return (
    outputs.find(({ path }) => path.toLowerCase() === lower) ??
    outputs.find(({ path }) => lastPart(path).toLowerCase() === lastPart(lower)) ??
    outputs.find(({ path }) => plainName(path) === plain) ??
    outputs.find(({ path }) => isOwnId(path, key, about))
  );
}
