/** For the server of a double: closing an idle connection would fail a request that is already on its way through it. */
export const keepConnections = { keepAliveTimeout: 0 };
