import { describe, expect, it } from 'vitest';
import { FairMemory } from './fair-memory';

const eve = { one: ['org 1', 'person eve'], two: ['org 2', 'person eve'] };
const mallory = ['org 3', 'person mallory'];
const ana = ['org 4', 'person ana'];

describe('S80 memory for runs', () => {
  it('is held by one person up to their share, in all of their organizations together', () => {
    const memory = new FairMemory(320);
    expect(memory.of(eve.one).tryTake(200)).toBe(true);
    expect(memory.of(eve.two).tryTake(41)).toBe(false);
    expect(memory.of(eve.two).tryTake(40)).toBe(true);
    memory.of(eve.one).giveBack(200);
    expect(memory.of(eve.two).tryTake(200)).toBe(true);
  });

  it('is held by one organization up to its share, by all of its people together', () => {
    const memory = new FairMemory(320);
    expect(memory.of(['org 1', 'person ana']).tryTake(200)).toBe(true);
    expect(memory.of(['org 1', 'person ben']).tryTake(41)).toBe(false);
  });

  it('stays free for those who hold little, however many hold much', () => {
    const memory = new FairMemory(320);
    memory.of(eve.one).tryTake(240);
    expect(memory.of(mallory).tryTake(41)).toBe(false);
    expect(memory.of(mallory).tryTake(40)).toBe(true);
    expect(memory.of(mallory).tryTake(1)).toBe(false);
    expect(memory.of(ana).tryTake(10)).toBe(true);
    expect(memory.of(ana).tryTake(1)).toBe(false);
    memory.of(ana).giveBack(10);
    expect(memory.of(ana).tryTake(10)).toBe(true);
  });

  it('never exceeds the whole', () => {
    const memory = new FairMemory(320);
    let taken = 0;
    for (let person = 0; person < 1_000; person += 1)
      if (memory.of([`person ${person}`]).tryTake(10)) taken += 10;
    expect(taken).toBe(320);
  });
});
