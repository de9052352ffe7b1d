const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Passes signals that would end us on to a program that we wait for. Otherwise it would go on alone, such as a build that
 * the next start finds in its way.
 */
export function endTogether(child) {
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  child.once('close', () => {
    for (const signal of SIGNALS) process.off(signal, pass);
  });
}
