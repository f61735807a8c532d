import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import { PanelContext, type Panel } from '../../../../src/webview/state/panel.ts';
import { RestoredStrip } from '../../../../src/webview/strips/RestoredStrip.tsx';

it.each([
  { files: 1, withChat: false, offers: true },
  { files: 0, withChat: true, offers: true },
  { files: 0, withChat: false, offers: false },
])('offers to undo a restore only if it changed something: $files files, chat $withChat', ({ offers, ...what }) => {
  const restored = { itemId: 'u1', prompt: 'write b', ...what };
  const state = { ...createInitialChatState('c'), restored };
  const panel = { chat: { get: () => state, subscribe: () => () => {} } } as unknown as Panel;
  const html = renderToStaticMarkup(
    <PanelContext value={panel}>
      <RestoredStrip />
    </PanelContext>,
  );
  expect(html.includes('Undo')).toBe(offers);
  if (!offers) expect(html).toContain('The files already had this content.');
});
