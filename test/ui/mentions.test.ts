import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastUserText } from '../support/modelRequest.ts';
import { startModelServer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

describe('what goes along with a message', () => {
  let server: ModelServer;
  let workbench: Workbench;
  let chat: ChatPanel;

  beforeAll(async () => {
    server = await startModelServer();
    workbench = await startWorkbench({
      files: { 'src/app.ts': 'export const port = 8080;\n' },
      settings: {
        'premove.model': 'work/gpt-test',
        'premove.providers': { work: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
        'premove.enableFollowupSuggestions': false,
      },
      env: { WORK_API_KEY: 'sk-test' },
    });
    chat = await openChat(workbench);
  });
  afterAll(async () => {
    await workbench?.close();
    await server?.close();
  });

  const lastTextSent = (when: RegExp): string | undefined => server.requests(when).map(lastUserText).at(-1);

  it('is what the chip says of the editor, until the chip is turned off', async () => {
    const { panel, page } = workbench;
    server.on(/first/, { text: 'One.' });
    server.on(/second/, { text: 'Two.' });
    await workbench.openFile('src/app.ts');
    await workbench.executeCommand('workbench.action.focusActiveEditorGroup');
    await workbench.executeCommand('editor.action.selectAll');
    const chip = panel.getByRole('button', { name: 'Editor context: app.ts, 1 line selected' });
    await chip.waitFor();
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    await chat.send('first');
    await chat.answers.first().getByText('One.').waitFor();
    const first = lastTextSent(/first/);
    expect(first).toContain('"path":"src/app.ts"');
    expect(first).toContain('"selectedText":"export const port = 8080;\\n"');
    expect(await chat.prompts.first().textContent()).not.toContain('editor_context');

    await chip.focus();
    await page.keyboard.press('Space');
    await panel.locator('.context-chip[aria-pressed="false"]').waitFor();
    await chat.send('second');
    await chat.answers.nth(1).getByText('Two.').waitFor();
    expect(lastTextSent(/second/)).toBe('second');
  });
});
