import * as vscode from 'vscode';
import { settingsSection, stepContextKeys, completedStepsKey } from './contributions.ts';

/** Steps of Get Started that VS Code cannot always recognize by a command or a setting. */
export type WalkthroughStep = keyof typeof stepContextKeys;

/**
 * Milliseconds after a change of the tabs. Several, because VS Code reads the walkthrough some time after its tab has
 * opened.
 */
const DELAYS = [0, 500, 2_000, 6_000];

/**
 * Marks completed steps of Get Started. VS Code checks a walkthrough's context keys only when they change, and ignores
 * a key that is already true when it first reads the walkthrough. Therefore the steps are stored, and each key is set
 * and reset whenever the page may be open.
 */
export class Walkthrough implements vscode.Disposable {
  private readonly memento: vscode.Memento;
  private readonly subscription: vscode.Disposable;
  private readonly completed: Set<WalkthroughStep>;
  private timers: NodeJS.Timeout[] = [];

  constructor(memento: vscode.Memento) {
    this.memento = memento;
    const known = memento.get<unknown>(completedStepsKey);
    this.completed = new Set(Array.isArray(known) ? known.filter(isStep) : []);
    this.subscription = vscode.window.tabGroups.onDidChangeTabs(() => this.markDoneSoon());
    this.markDoneSoon();
  }

  async complete(step: WalkthroughStep): Promise<void> {
    if (!this.completed.has(step)) {
      this.completed.add(step);
      await this.memento.update(completedStepsKey, [...this.completed]);
    }
    await markDone(step);
  }

  dispose(): void {
    this.subscription.dispose();
    this.timers.forEach(clearTimeout);
  }

  private markDoneSoon(): void {
    this.timers.forEach(clearTimeout);
    // The page's tab has no `input`, because the API has no type for it.
    const mayBeOpen = vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input === undefined));
    this.timers = mayBeOpen ? DELAYS.map((delay) => setTimeout(() => void this.markAllDone(), delay)) : [];
  }

  private async markAllDone(): Promise<void> {
    const hasModel = Boolean(vscode.workspace.getConfiguration(settingsSection).get('model'));
    for (const step of new Set([...this.completed, ...(hasModel ? (['model'] as const) : [])])) await markDone(step);
  }
}

async function markDone(step: WalkthroughStep): Promise<void> {
  await vscode.commands.executeCommand('setContext', stepContextKeys[step], true);
  await vscode.commands.executeCommand('setContext', stepContextKeys[step], false);
}

function isStep(value: unknown): value is WalkthroughStep {
  return typeof value === 'string' && Object.hasOwn(stepContextKeys, value);
}
