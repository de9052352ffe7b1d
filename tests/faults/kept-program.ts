import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Program } from '@/scripts/starting/supervised';

/** A program that is restarted immediately whenever it ends, until it is stopped. */
export class KeptProgram {
  private child: ChildProcess;
  private isStopping = false;
  /** How often it was restarted. */
  restarts = 0;

  /** @param folder where it is started; the current folder if left out */
  constructor(
    private readonly program: Program,
    private readonly folder?: string,
  ) {
    this.child = this.launch();
  }

  /** Kills it without a warning, as a crash or the system would. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.end();
  }

  /** Asks it to stop. When it has ended, it is restarted. */
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
      cwd: this.folder,
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
