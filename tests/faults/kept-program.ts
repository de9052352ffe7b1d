import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Program } from '@/scripts/support/supervised';

/** A program that is started again at once whenever it ends, however often, until it is stopped. */
export class KeptProgram {
  private child: ChildProcess;
  private isStopping = false;
  /** How often it was started again. */
  restarts = 0;

  constructor(private readonly program: Program) {
    this.child = this.launch();
  }

  /** Ends it without a word, as a crash or the system would. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.end();
  }

  /** Asks it to stop; when it has ended, it is started again. */
  replace(): Promise<void> {
    return this.end();
  }

  private async end(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 8000);
    await ended;
    clearTimeout(force);
  }

  private launch(): ChildProcess {
    const child = spawn(process.execPath, this.program.args, {
      env: { ...process.env, ...this.program.variables },
      stdio: process.env.FAULTS_LOG ? 'inherit' : 'ignore',
    });
    child.once('exit', () => {
      if (this.isStopping) return;
      this.restarts += 1;
      this.child = this.launch();
    });
    return child;
  }
}
