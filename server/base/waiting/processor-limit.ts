import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 100;

/** Looks at the whole process from a thread of its own, since the main one may compute without a pause. */
const watch = `
const { parentPort } = require('node:worker_threads');
let endMs = Infinity;
const usedMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
parentPort.on('message', (moreMs) => { endMs = usedMs() + moreMs; });
setInterval(() => { if (usedMs() > endMs) process.kill(process.pid, 'SIGKILL'); }, ${LOOK_EVERY_MS});
`;

/**
 * Kills this process once it has computed for too long: for programs that read what others wrote. What else the machine
 * does doesn't count, so a small document isn't refused because the machine is busy.
 *
 * @returns what begins a new count, with how many milliseconds of processor time the process may take from then on
 */
export function limitProcessorTime(): (mostMs: number) => void {
  const watcher = new Worker(watch, { eval: true, execArgv: [] });
  watcher.unref();
  return (mostMs) => watcher.postMessage(mostMs);
}
