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
      files: { 'src/app.ts': 'export const port = 8080;\n', 'notes/plan.md': 'Ship it on Friday.\n' },
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

  it('completes what is typed behind @, shows it as a chip, and sends what is in the file', async () => {
    const { panel, page } = workbench;
    server.on(/third/, { text: 'Three.' });
    await chat.composer.click();
    await page.keyboard.type('third: @plan');
    await panel.getByRole('option', { name: 'plan.md notes' }).waitFor();
    await page.keyboard.press('Tab');
    await panel.getByRole('img', { name: 'Mentioned file: notes/plan.md' }).waitFor();
    await page.keyboard.type('please');
    await page.keyboard.press('Enter');
    await chat.answers.last().getByText('Three.').waitFor();
    const sent = lastTextSent(/third/);
    expect(sent).toContain('<mentioned kind="file" name="notes/plan.md">\nShip it on Friday.\n\n</mentioned>');
    expect(sent?.endsWith('third: @notes/plan.md please')).toBe(true);
    expect(await chat.prompts.last().textContent()).toContain('third: @notes/plan.md please');
    expect(await chat.prompts.last().textContent()).not.toContain('Friday');
  });

  it('closes the list with Escape and leaves the words as they are', async () => {
    const { panel, page } = workbench;
    await chat.composer.click();
    await page.keyboard.type('@app');
    await panel.getByRole('listbox', { name: 'What to mention' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('listbox', { name: 'What to mention' }).waitFor({ state: 'detached' });
    expect(await chat.draft()).toBe('@app');
  });
});
