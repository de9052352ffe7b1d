/**
 * Where rows of earlier releases are stored now: for a table that was renamed or whose rows moved to others, a
 * statement that returns the columns of its former primary key under their former names. A table that is not named here
 * must still hold each of its rows.
 */
export const moves: Readonly<Record<string, string>> = {};
