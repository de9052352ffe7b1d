/**
 * Where rows of earlier releases stand by now: for a table that has another name, or whose rows went into others, a
 * statement that answers the columns of its former primary key under their former names. A table that is not named here
 * must still hold each of its rows.
 */
export const moves: Readonly<Record<string, string>> = {};
