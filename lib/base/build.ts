/** Written into the code by the build (scripts/building/commit.mjs); undefined where the sources run as they are. */
declare const __PUSHBOARD_COMMIT_HASH__: string | undefined;
declare const __PUSHBOARD_COMMIT_REF__: string | undefined;
declare const __PUSHBOARD_CODE_HASH__: string | undefined;

const given = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** What this code was built from: the browser's part, web, and the worker each have their own. Null if it is unknown. */
export const commit = {
  hash: given(typeof __PUSHBOARD_COMMIT_HASH__ === 'undefined' ? undefined : __PUSHBOARD_COMMIT_HASH__),
  /** A branch or a tag. */
  ref: given(typeof __PUSHBOARD_COMMIT_REF__ === 'undefined' ? undefined : __PUSHBOARD_COMMIT_REF__),
};

/** A hash of the code that web and the worker share; null if it is unknown. */
export const codeHash = given(
  typeof __PUSHBOARD_CODE_HASH__ === 'undefined' ? undefined : __PUSHBOARD_CODE_HASH__,
);
