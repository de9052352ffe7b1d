import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
const everyMs = 50;

export type Exceeded = 'memory' | 'processes';

/**
 * Watches what a process and all that it starts take together, and calls `onExceeded` once it is more than allowed. Limits
 * of single processes don't add up, and the kernel doesn't count the processes of root. Returns a function that ends it.
 */
export function watchUse(
  root: number,
  most: { memoryBytes: number; processes: number },
  onExceeded: (what: Exceeded) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const { bytes, processes } = await useOfAll(root);
    if (isOver) return;
    // The sandbox itself has some. Copies of a process share its memory, which counts for each of them.
    if (processes > most.processes + ownProcesses) onExceeded('processes');
    else if (bytes > most.memoryBytes) onExceeded('memory');
    else timer = setTimeout(() => void look(), everyMs);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** What the sandbox itself consists of. */
const ownProcesses = 4;

async function useOfAll(root: number): Promise<{ bytes: number; processes: number }> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      // A process may end at any time.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid: Number(pid), parent: Number(fields[1]), bytes: Number(fields[21] ?? 0) * PAGE_BYTES };
    }),
  );
  const children = new Map<number, typeof all>();
  for (const each of all) children.set(each.parent, [...(children.get(each.parent) ?? []), each]);
  let bytes = 0;
  let processes = 0;
  const waiting = all.filter(({ pid }) => pid === root);
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    bytes += each.bytes;
    processes += 1;
    waiting.push(...(children.get(each.pid) ?? []));
  }
  return { bytes, processes };
}
