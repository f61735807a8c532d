import { describe, expect, it } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { Request, TranslationResult } from '../../../../src/shared/protocol.ts';
import { createUiStore } from '../../../../src/webview/composer/composerUi.ts';
import { createTranslation } from '../../../../src/webview/composer/translation.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

const words = strings.composerMenu;

/** A translation of a fake text field. `choose` and `respond` act as the host. */
function rig(translateTarget: string) {
  let chat = createInitialChatState('c');
  const setTarget = (target: string): void => {
    chat = { ...chat, composerMenu: { ...chat.composerMenu, translateTarget: target } };
  };
  setTarget(translateTarget);
  const requests: Request[] = [];
  const ui = createUiStore();
  let text = 'Ja';
  let resolve: (result: TranslationResult) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const translation = createTranslation({
    panel: {
      request(request) {
        requests.push(request);
        return new Promise<unknown>((fulfil, refuse) => ([resolve, reject] = [fulfil, refuse]));
      },
      send: (request) => void requests.push(request),
    },
    editor: { text: () => text, chips: () => [], setText: (next) => void (text = next), focus: () => {} },
    ui,
    shown: () => chat,
  });
  return {
    translation,
    requests,
    text: () => text,
    type(next: string) {
      text = next;
      translation.changed();
    },
    ui,
    hint: () => ui.get().hint,
    /** The user chooses a language in the list. */
    choose(target: string) {
      setTarget(target);
      translation.changed();
    },
    async respond(result: TranslationResult) {
      resolve(result);
      await settle();
    },
    /** The request fails. */
    async fail(error: Error) {
      reject(error);
      await settle();
    },
  };
}

it('the hint about a refused key offers to set another key, until the next hint', async () => {
  const { translation, ui, respond } = rig('English');
  translation.toggle();
  await respond({ kind: 'failed', message: 'Refused.', needsKey: true });
  expect(ui.get()).toMatchObject({ hint: 'Refused.', needsKey: true });
  ui.update({ empty: false });
  expect(ui.get().needsKey).toBe(true);
  ui.update({ hint: '' });
  expect(ui.get().needsKey).toBe(false);
});

it('the hint about a failed request is the message of the error, without a stack', async () => {
  const { translation, hint, fail } = rig('English');
  translation.toggle();
  await fail(new Error('The extension host does not respond.'));
  expect(hint()).toBe('The extension host does not respond.');
});

describe('the hint about a running translation', () => {
  it('is shown at once if the language is known', () => {
    const { translation, hint } = rig('English');
    translation.toggle();
    expect(hint()).toBe(words.translating);
  });

  it('waits until the user has chosen the language', async () => {
    const { translation, hint, text, choose, respond } = rig('');
    translation.toggle();
    translation.changed();
    expect(hint()).toBe('');
    choose('English');
    expect(hint()).toBe(words.translating);
    await respond({ kind: 'done', text: 'Yes', chips: [] });
    expect([hint(), text()]).toEqual([words.translated, 'Yes']);
  });

  it('never appears if the user chooses no language', async () => {
    const { translation, hint, respond } = rig('');
    translation.toggle();
    await respond({ kind: 'aborted' });
    translation.changed();
    expect(hint()).toBe('');
  });

  it('says that the translation stopped because the text changed, and keeps the text', async () => {
    const { translation, hint, text, type, requests, respond } = rig('English');
    translation.toggle();
    type('Ja, gut');
    expect(hint()).toBe(words.translationStopped);
    expect(requests.map((request) => request.type)).toEqual(['translate-input', 'cancel-translation']);
    await respond({ kind: 'done', text: 'Yes', chips: [] });
    expect([hint(), text()]).toEqual([words.translationStopped, 'Ja, gut']);
  });
});
