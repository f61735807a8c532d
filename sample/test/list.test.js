import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, emptyList, tickOff } from '../src/list.js';

test('adds an item', () => {
  assert.deepEqual(add(emptyList(), { name: 'milk', aisle: 'dairy' }), [
    { name: 'milk', aisle: 'dairy', quantity: 1, done: false },
  ]);
});

test('buys more instead of the same thing twice', () => {
  const list = add(add(emptyList(), { name: 'milk', aisle: 'dairy' }), { name: 'milk', aisle: 'dairy', quantity: 2 });
  assert.equal(list.length, 1);
  assert.equal(list[0].quantity, 3);
});

test('ticks an item off', () => {
  const list = tickOff(add(emptyList(), { name: 'milk', aisle: 'dairy' }), 'milk');
  assert.equal(list[0].done, true);
});
