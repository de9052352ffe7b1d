/** Why a whole document can't be imported, in words for the person who uploaded it. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}
