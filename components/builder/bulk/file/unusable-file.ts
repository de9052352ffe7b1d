/** A file that can't be used; the message says what to do. */
export class UnusableFile extends Error {}
