import { toDisplayText } from '../../shared/displayText.ts';
import { toTyped, type CommandView } from '../../shared/slashCommand.ts';
import { commandOutcomeTexts } from '../base/texts/commandTexts.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { MentionContent } from '../chat/context/mentionContent.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { PromptFileContext } from '../instructions/promptExpansion.ts';
import type { PromptFile } from '../instructions/promptFile.ts';
import type { PromptFileList, PromptFiles } from '../instructions/promptFiles.ts';
import type { Log } from '../ports/log.ts';

/** The values that a prompt file asks the user for; at least one. */
export interface PromptInputQuestions {
  /** With the slash. */
  readonly command: string;
  /** The display path of the prompt file. */
  readonly file: string;
  /** `placeholder` is empty if the file has none. */
  readonly inputs: readonly { readonly name: string; readonly placeholder: string }[];
}

export interface PromptFileCommandsOptions {
  readonly store: Pick<ChatStore, 'state' | 'dispatch' | 'onDidChange' | 'onDidReplace'>;
  readonly builtIn: readonly CommandView[];
  readonly files: Pick<PromptFiles, 'list' | 'expand' | 'onDidChange'>;
  /** Whether the shown chat may use prompt files; false for a tour chat. */
  readonly isOffered: () => boolean;
  readonly selection: Pick<MentionContent, 'selectedText'>;
  readonly editor: () => Pick<PromptFileContext, 'file' | 'folder'>;
  /** A value for each input, in order; undefined if the user cancels. */
  readonly askInputs: (questions: PromptInputQuestions) => Promise<readonly string[] | undefined>;
  readonly log: Log;
}

export type ExpandedPrompt =
  | {
      readonly kind: 'expanded';
      /** The prompt in the form in which the user would type it. */
      readonly text: string;
      readonly model?: string;
      readonly tools?: readonly string[];
      /** For the user, for example that no model of the file is set up. */
      readonly message?: string;
    }
  /** The user cancelled, or there is nothing to send. */
  | { readonly kind: 'kept'; readonly message?: string };

/** Keeps the `/` list up to date, and replaces the placeholders of prompt files. */
export class PromptFileCommands {
  private readonly options: PromptFileCommandsOptions;
  private readonly subscriptions = new DisposableStore();
  private readonly windowClosing = new AbortController();
  private found: PromptFileList = { files: [], problems: [] };

  constructor(options: PromptFileCommandsOptions) {
    this.options = options;
    const { store, files } = options;
    this.subscriptions.add(files.onDidChange(() => this.refresh()));
    this.subscriptions.add(store.onDidReplace(() => this.refresh()));
    this.subscriptions.add(
      store.onDidChange((event) => {
        // The instructions are also read again when trust changes, so no event for trust is needed.
        if (event.type === 'instructions-changed' || event.type === 'tour-changed') this.refresh();
        // The user's own files are not watched, so they are read again when the user types `/`.
        if (event.type === 'draft-changed' && event.draft.startsWith('/')) this.refresh();
      }),
    );
    this.show();
    this.refresh();
  }

  /** Without the slash. */
  get names(): readonly string[] {
    return this.offered.map(({ name }) => name);
  }

  /** Does not read the files again if they were read a moment ago. */
  refresh(): void {
    this.read().catch((error: unknown) => this.options.log.error('The prompt files could not be listed', error));
  }

  /** `name` is without the slash. Its letter case does not matter. */
  find(name: string): PromptFile | undefined {
    const wanted = name.toLowerCase();
    return this.offered.find((file) => file.name.toLowerCase() === wanted);
  }

  /** The display path of an unusable prompt file with this name. */
  findUnusable(name: string): string | undefined {
    if (!this.options.isOffered()) return undefined;
    const wanted = name.toLowerCase().split(':').at(-1);
    return this.found.problems.find(({ path }) => fileNameOf(path).toLowerCase() === wanted)?.path;
  }

  /** Asks the user for missing values. */
  async expand(file: PromptFile, argument: string): Promise<ExpandedPrompt> {
    const { files, editor, selection, askInputs } = this.options;
    const usesSelection = /\$\{(?:selection|selectedText)\}/.test(file.body);
    const selected = usesSelection ? await selection.selectedText(this.windowClosing.signal) : undefined;
    if (selected?.kind === 'cancelled') return { kind: 'kept' };
    const context = { ...editor(), selection: selected?.text };
    const given = new Map<string, string>();
    for (;;) {
      const expansion = await files.expand(file, argument, context, given);
      if (expansion.kind === 'expanded') return toExpanded(file, expansion);
      const inputs = expansion.inputs.map(({ name, placeholder }) => ({
        name: toDisplayText(name),
        placeholder: toDisplayText(placeholder),
      }));
      const values = await askInputs({ command: `/${file.name}`, file: toDisplayText(file.source), inputs });
      if (!values) return { kind: 'kept' };
      for (const [index, { name }] of expansion.inputs.entries()) given.set(name, values[index] ?? '');
    }
  }

  dispose(): void {
    this.windowClosing.abort();
    this.subscriptions.dispose();
  }

  private get offered(): readonly PromptFile[] {
    return this.options.isOffered() ? this.found.files : [];
  }

  private async read(): Promise<void> {
    this.found = await this.options.files.list();
    this.show();
  }

  private show(): void {
    const { store, builtIn } = this.options;
    const commands = [...builtIn, ...this.offered.map(toView)];
    const isShown = JSON.stringify(commands) === JSON.stringify(store.state.commands);
    if (!isShown) store.dispatch({ type: 'commands-changed', commands });
  }
}

function toExpanded(
  file: PromptFile,
  {
    text,
    model,
    tools,
    notices,
  }: { text: string; model?: string; tools?: readonly string[]; notices: readonly string[] },
): ExpandedPrompt {
  if (text.trim() === '') return { kind: 'kept', message: commandOutcomeTexts.emptyFile(toDisplayText(file.source)) };
  return {
    kind: 'expanded',
    text: toTyped(text.trim()),
    ...(model !== undefined && { model }),
    ...(tools && { tools }),
    ...(notices.length > 0 && { message: notices.join(' ') }),
  };
}

function toView({ name, description, argumentHint = '', source }: PromptFile): CommandView {
  const folder = toDisplayText(source.slice(0, Math.max(0, source.lastIndexOf('/'))));
  return { name, aliases: [], description: toDisplayText(description), argument: toDisplayText(argumentHint), folder };
}

/** Without folders and endings. */
function fileNameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?:\.prompt)?\.md$/i, '');
}
