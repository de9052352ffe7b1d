import { expect, test } from 'vitest';
import { BodyBudget } from './body-budget';

test('S77 one caller holds a part of what is read at once, and gets it back', () => {
  const budget = new BodyBudget({ inAll: 100, ofCaller: 60 });
  budget.take('dana', 60);
  expect(() => budget.take('dana', 1)).toThrow('You are sending a lot at once');
  budget.take('maria', 40);
  expect(() => budget.take('jonas', 1)).toThrow('Pushboard is reading as much as it can');
  budget.give('dana', 60);
  budget.take('jonas', 60);
  expect(() => budget.take('dana', 1)).toThrow('Pushboard is reading as much as it can');
});
