import type { Page } from '@playwright/test';
import { type TaskTimes, taskTimesWhile } from './task-times';

/** The frames of a page over some time: how smooth it was, and how long it didn't respond. */
export interface Frames {
  perSecond: number;
  medianMs: number;
  p95Ms: number;
  longestMs: number;
  /** The longest task, during which nothing could be clicked. */
  tasks: TaskTimes;
}

/** Measures the frames of a page during some work, and until the page has settled. */
export async function framesWhile(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  // As text: code compiled for Node would use helpers that a page doesn't have.
  await page.evaluate(`{
    const watch = { frames: [] };
    window.frameWatch = watch;
    document.body.removeAttribute('data-stop');
    requestAnimationFrame(function note(at) {
      watch.frames.push(at);
      if (!document.body.hasAttribute('data-stop')) requestAnimationFrame(note);
    });
  }`);
  const tasks = await taskTimesWhile(page, async () => {
    await work();
    await page.waitForTimeout(400);
  });
  const frames = await page.evaluate<number[]>(`{
    document.body.setAttribute('data-stop', '');
    window.frameWatch.frames;
  }`);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const sorted = [...gaps].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    perSecond: (gaps.length / ((frames.at(-1) ?? 0) - (frames[0] ?? 0))) * 1000,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    longestMs: at(1),
    tasks,
  };
}

/** Forty turns of the mouse wheel, as fast as the page handles them. */
export async function turnWheel(page: Page, by: { x?: number; y?: number }): Promise<void> {
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(by.x ?? 0, by.y ?? 0);
}

export function framesInWords({ perSecond, medianMs, p95Ms, longestMs, tasks }: Frames): string {
  const task = `${tasks.longestCpuMs.toFixed(0)} ms of processor time (${tasks.longestWallMs.toFixed(0)} by the clock)`;
  return `${perSecond.toFixed(0)} frames a second; a frame took ${medianMs.toFixed(0)} ms at the median, ${p95Ms.toFixed(0)} at p95, ${longestMs.toFixed(0)} at most; the longest task ${task}`;
}
