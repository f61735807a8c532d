import type { ChatState } from '../../shared/chatState.ts';
import { submitResultSchema } from '../../shared/protocol.ts';
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { UiStore } from './composerUi.ts';
import type { DraftAdoption } from './draftAdoption.ts';
import type { DraftSync } from './draftSync.ts';
import type { Editor } from './editor/editor.ts';

/**
 * In shell mode, the input's text is a command of the user. Only a typed `!` in the empty input, a draft of this mode,
 * and undo or redo turn the mode on. A command never counts as a prompt or a suggestion.
 */
export interface ShellMode {
  readonly isOn: boolean;
  enter(): void;
  /** The text stays in the input, as an ordinary message. */
  leave(): void;
  /**
   * Runs the text. If the text is still the same when the command has started, clears it and ends the mode, because the
   * next text may be meant for the model.
   */
  run(): void;
}

export interface ShellModeOptions {
  readonly panel: Pick<Panel, 'request' | 'problem'>;
  readonly editor: Pick<Editor, 'text' | 'setShellMode'>;
  readonly draft: Pick<DraftSync, 'changed' | 'adopted' | 'submitted' | 'answered'>;
  readonly adoption: Pick<DraftAdoption, 'put'>;
  readonly ui: UiStore;
  readonly shown: () => ChatState | null;
}

/**
 * The text to compare with the suggestion while the input holds `command`. A suggestion never begins with a line break,
 * so in shell mode none is shown or counts as accepted.
 */
export function unlikeSuggestions(command: string): string {
  return `\n${command}`;
}

export function createShellMode(options: ShellModeOptions): ShellMode {
  const { panel, editor, draft, adoption, ui, shown } = options;
  let running = false;

  async function send(command: string, conversationId: string): Promise<void> {
    draft.submitted();
    const request = { type: 'run-shell', conversationId, command } as const;
    const answer = await panel.request(request).finally(() => draft.answered());
    const { outcome, message = '' } = submitResultSchema.parse(answer);
    const isSame = shown()?.conversationId === conversationId && editor.text() === command;
    if (outcome === 'kept') {
      draft.changed(editor.text(), []);
      if (message !== '') ui.update({ hint: message });
    } else if (isSame) {
      adoption.put('', { shell: false });
      draft.adopted('', []);
    } else draft.changed(editor.text(), []);
  }

  return {
    get isOn() {
      return ui.get().shell;
    },
    enter: () => editor.setShellMode(true),
    leave: () => editor.setShellMode(false),
    run() {
      const chat = shown();
      const command = editor.text();
      if (!chat?.isTrusted || running || command.trim() === '') return;
      running = true;
      send(command, chat.conversationId)
        .catch((error: unknown) => {
          panel.problem.set(strings.composer.notSent(error instanceof Error ? error.message : String(error)));
          draft.changed(editor.text(), []);
        })
        .finally(() => (running = false));
    },
  };
}
