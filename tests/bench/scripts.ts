import { performance } from 'node:perf_hooks';
import { forgetScripts, listScripts } from '@/server/connectors/github/repository/scripts';
import { startGithub } from '../connectors/github/support';
import { OWN_SCRIPTS } from './support/many-scripts';

const FILES = 20_000;
const SCRIPTS = 1000;

/** How long it takes to list the scripts of a large repository, and of how much of that is reading their code. */
export async function benchScripts(): Promise<void> {
  const files: Record<string, string> = {};
  for (let at = 0; at < SCRIPTS; at += 1) {
    const [name, text] = OWN_SCRIPTS[at % OWN_SCRIPTS.length] ?? ['', ''];
    // Each is a file of its own content, since contents that are the same are fetched once.
    files[`jobs/${at % 40}/${at}-${name}`] = `# ${at}\n${text}`;
  }
  for (let at = SCRIPTS; at < FILES; at += 1) files[`data/${at % 200}/${at}.csv`] = `id\n${at}\n`;
  const own = await startGithub(files);
  try {
    console.log(`\nA repository of ${FILES} files with ${SCRIPTS} scripts`);
    for (const what of ['first look', 'second look', 'third look']) {
      const startedAtMs = performance.now();
      const scripts = await listScripts(own.connection, own.context);
      const seconds = (performance.now() - startedAtMs) / 1000;
      const inputs = scripts.flatMap(({ analysis }) => analysis.commands.flatMap((each) => each.inputs));
      console.log(
        `${what.padEnd(14)} ${seconds.toFixed(2)} s, ${scripts.length} scripts, ${inputs.length} inputs`,
      );
    }
  } finally {
    forgetScripts();
    await own.double.stop();
  }
}
