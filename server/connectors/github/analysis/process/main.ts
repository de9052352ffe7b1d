import { createInterface } from 'node:readline';
import { limitProcessorTime } from '@/server/base/waiting/processor-limit';
import { MOST_MS_EACH } from '../limits';
import { readScript } from '../read-script';
import { KnownFiles } from './known-files';
import type { FromReader, ToReader } from './messages';

// A separate program that reads scripts, and never runs them. Whatever a script does to its reader happens here, where
// time and memory are limited and there are no secrets.

const files = new KnownFiles();
const mayCompute = limitProcessorTime();

async function answer(message: ToReader): Promise<void> {
  if ('paths' in message) files.know(message.paths);
  else if ('text' in message) files.set(message.path, message.text);
  else {
    const { read } = message;
    files.takeAsked();
    mayCompute(MOST_MS_EACH);
    const analysis = await readScript(files, read);
    const asks = files.takeAsked();
    const told: FromReader = asks.length > 0 ? { read, asks } : { read, analysis };
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
}

for await (const line of createInterface({ input: process.stdin })) await answer(JSON.parse(line));
