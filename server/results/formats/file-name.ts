const WRITTEN_OUT = /(\.(csv|json|txt|xlsx|zip))+$/i;

/** A title without an extension of its own: a command may be called `refunds.csv`. */
export const withoutExtension = (title: string): string => title.replace(WRITTEN_OUT, '');

/** A name from a source, which may have doubled the extension: `a.csv.csv` is `a.csv`. */
export const singleExtension = (name: string): string => name.replace(/(\.[a-z0-9]{1,5})\1+$/i, '$1');
