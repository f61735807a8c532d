import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as greetings from '../src/greet.ts';

test('greets by name', () => {
  assert.equal(greetings.greet('Ada'), 'Hello, Ada!');
});
