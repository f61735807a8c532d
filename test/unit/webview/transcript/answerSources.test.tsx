import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { PanelContext, type Panel } from '../../../../src/webview/state/panel.ts';
import { AnswerMessage } from '../../../../src/webview/transcript/answer/AnswerMessage.tsx';
import { ScrollAnchorContext } from '../../../../src/webview/transcript/answer/scrollAnchor.ts';
import { answerItem } from '../../../support/chatItems.ts';

// The module needs a document when it is loaded.
vi.mock('../../../../src/webview/markdown/CodeBlock.tsx', () => import('../../../support/plainCodeBlock.tsx'));

function rendered(chat: Partial<ChatState>): string {
  const answer = answerItem({
    blocks: [{ kind: 'text', text: 'Node 24.' }],
    citations: [
      { url: 'https://nodejs.org/releases', title: 'Releases' },
      { url: 'command:evil', title: 'Evil' },
    ],
  });
  const state = { ...createInitialChatState('c'), items: [answer], ...chat };
  const panel = { chat: { get: () => state, subscribe: () => () => {} } } as unknown as Panel;
  return renderToStaticMarkup(
    <PanelContext value={panel}>
      <ScrollAnchorContext value={{ switchBranch: () => {} }}>
        <AnswerMessage answer={answer} />
      </ScrollAnchorContext>
    </PanelContext>,
  );
}

it('an answer shows the web pages that it cites', () => {
  const html = rendered({ showsCitations: true });
  expect(html).toContain('Node 24.');
  expect(html).toContain('Sources');
  expect(html).toMatch(/<a href="https:\/\/nodejs\.org\/releases"[^>]*>Releases<\/a><span[^>]*>nodejs\.org<\/span>/);
  expect(html).not.toContain('Evil');
});

it('an answer does not show its sources if the setting is off', () => {
  const html = rendered({ showsCitations: false });
  expect(html).toContain('Node 24.');
  expect(html).not.toMatch(/Sources|nodejs\.org/);
});
