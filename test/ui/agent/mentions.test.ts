import { describe, expect, it } from 'vitest';
import { lastUserText } from '../../support/modelRequest.ts';
import { useAgent } from './agentUser.ts';

describe('context of a prompt', () => {
  const user = useAgent({
    files: { 'src/app.ts': 'export const port = 8080;\n', 'notes/plan.md': 'Ship it on Friday.\n' },
  });

  const lastSentText = (when: RegExp): string | undefined => user.server.requests(when).map(lastUserText).at(-1);

  it('includes the editor’s file and selection that the chip names, unless the chip is turned off', async () => {
    const { panel, page } = user.workbench;
    user.server.on(/first/, { text: 'One.' });
    user.server.on(/second/, { text: 'Two.' });
    await user.workbench.openFile('src/app.ts');
    await user.workbench.executeCommand('workbench.action.focusActiveEditorGroup');
    await user.workbench.executeCommand('editor.action.selectAll');
    const chip = panel.getByRole('button', { name: 'Editor context: app.ts, 1 line selected' });
    await chip.waitFor();
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true');
    await user.chat.send('first');
    await user.chat.answers.first().getByText('One.').waitFor();
    const first = lastSentText(/first/);
    expect(first).toContain('"path":"src/app.ts"');
    expect(first).toContain('"selectedText":"export const port = 8080;\\n"');
    expect(await user.chat.prompts.first().textContent()).not.toContain('editor_context');

    await chip.focus();
    await page.keyboard.press('Space');
    await panel.locator('.context-chip[aria-pressed="false"]').waitFor();
    await user.chat.send('second');
    await user.chat.answers.nth(1).getByText('Two.').waitFor();
    expect(lastSentText(/second/)).toBe('second');
  });

  it('completes a name after @, shows it as a chip, and includes the content of the file', async () => {
    const { panel, page } = user.workbench;
    user.server.on(/third/, { text: 'Three.' });
    await user.chat.composer.click();
    await page.keyboard.type('third: @plan');
    await panel.getByRole('option', { name: 'plan.md notes' }).waitFor();
    await page.keyboard.press('Tab');
    await panel.getByRole('img', { name: 'Mentioned file: notes/plan.md' }).waitFor();
    await page.keyboard.type('please');
    await page.keyboard.press('Enter');
    await user.chat.answers.last().getByText('Three.').waitFor();
    const sent = lastSentText(/third/);
    expect(sent).toContain('<mentioned kind="file" name="notes/plan.md">\nShip it on Friday.\n\n</mentioned>');
    expect(sent?.endsWith('third: @notes/plan.md please')).toBe(true);
    await expect.poll(() => user.chat.prompts.last().textContent()).toContain('third: @notes/plan.md please');
    expect(await user.chat.prompts.last().textContent()).not.toContain('Friday');
    await user.chat.prompts.last().getByRole('link', { name: 'Mentioned file: notes/plan.md' }).click();
    await page.locator('.tabs-container').getByRole('tab', { name: 'plan.md' }).waitFor();
  });

  it('leaves the typed text unchanged when Escape closes the list of mentions', async () => {
    const { panel, page } = user.workbench;
    await user.chat.composer.click();
    await page.keyboard.type('@app');
    await panel.getByRole('listbox', { name: 'Mentions' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('listbox', { name: 'Mentions' }).waitFor({ state: 'detached' });
    await expect.poll(() => user.chat.draft()).toBe('@app');
  });
});
