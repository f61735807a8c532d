import { expect, it } from 'vitest';
import { createDraftAdoption } from '../../../../src/webview/composer/draftAdoption.ts';
import { createPanelMemory } from '../../../../src/webview/state/panelMemory.ts';

it('tells the host of later keystrokes also where a text could not be put into the input', () => {
  const nothing = () => undefined;
  const memory = createPanelMemory({ getState: nothing, setState: nothing }, (error) => expect.fail(String(error)));
  let wasAdopting = false;
  const editor = {
    text: () => '',
    folds: () => [],
    setText() {
      wasAdopting = adoption.isAdopting;
      throw new RangeError('Position 7 is out of range for a text of length 3');
    },
  };
  const draft = { flush: nothing, cancel: nothing, adopted: nothing, changed: nothing };
  const adoption = createDraftAdoption(editor, draft, memory);
  expect(() => adoption.put('add')).toThrow(RangeError);
  expect([wasAdopting, adoption.isAdopting]).toEqual([true, false]);
});
