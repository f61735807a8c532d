import { answerTexts, type AnswerItem } from '../../../shared/transcriptItem.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { fileCodesOf, fileLinkKey, filesNamedIn } from '../../../shared/fileLinks.ts';
import type { FileLink } from '../../../shared/linkPolicy.ts';
import { toolPlace } from '../../../shared/toolPlace.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import { mentionedPlace } from '../../chat/context/mentionIds.ts';
import type { MentionSources } from '../../ports/mentionSources.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { RefusedRequest } from '../channel.ts';
import { refusalTexts } from '../../base/texts/refusalTexts.ts';

export interface FileHandlersOptions {
  readonly store: ChatStore;
  readonly workspace: Pick<Workspace, 'resolve' | 'stat'>;
  readonly sources: Pick<MentionSources, 'findSymbolLines'>;
  /** The editor takes the focus; `line` is 1-based. */
  readonly openFile: (path: string, line: number | null) => Promise<void>;
}

/** Milliseconds. A disconnected disk may never answer. */
const TIMEOUT = 10_000;
/** The maximum number of file names to look up in one answer. */
const MAX_LOOKED_FOR = 200;

/**
 * Opens the files that the transcript names, if they are in the workspace. The host reads a file's name from its own
 * state, because the webview sends only ids and indexes.
 */
export class FileHandlers {
  private readonly options: FileHandlersOptions;

  constructor(options: FileHandlersOptions) {
    this.options = options;
  }

  /** `index` counts, from 0, the files that `filesNamedIn` finds in all texts of the answer. */
  async openNamed(itemId: string, index: number): Promise<void> {
    const link = this.named(itemId)[index];
    if (!link) throw new RefusedRequest(refusalTexts.linkGone());
    await this.open(link);
  }

  async openOfTool(itemId: string, callId: string): Promise<void> {
    const blocks = this.answer(itemId)?.blocks ?? [];
    const calls = blocks.flatMap((block) => (block.kind === 'tool' ? [block, ...(block.agent?.calls ?? [])] : []));
    const tool = calls.findLast((call) => call.callId === callId);
    const place = tool ? toolPlace(tool) : null;
    if (!place) throw new RefusedRequest(refusalTexts.fileGone());
    await this.open(place.link);
  }

  /** `index` counts the prompt's chips from 0. */
  async openMentioned(itemId: string, index: number): Promise<void> {
    const item = this.options.store.state.items.find(({ id }) => id === itemId);
    const chip = item?.kind === 'user' ? item.folds?.[index] : undefined;
    const mentioned =
      item?.kind === 'user' && chip?.mention !== undefined
        ? mentionedPlace(chip.mention, item.text.slice(chip.from + 1, chip.to))
        : undefined;
    if (!mentioned) throw new RefusedRequest(refusalTexts.fileGone());
    const { path, symbol } = mentioned;
    const real = await this.locate(path);
    const lines =
      symbol === undefined
        ? undefined
        : await this.options.sources.findSymbolLines(real, symbol, AbortSignal.timeout(TIMEOUT)).catch(() => undefined);
    await this.options.openFile(real, lines?.first ?? null);
  }

  /** The indexes (see `openNamed`) of the files that exist and are named in inline code. */
  async find(itemId: string): Promise<number[]> {
    const codes = new Set(this.texts(itemId).flatMap(fileCodesOf).map(fileLinkKey));
    const candidates = this.named(itemId)
      .map((link, index) => ({ link, index }))
      .filter(({ link }) => codes.has(fileLinkKey(link)))
      .slice(0, MAX_LOOKED_FOR);
    const found = await Promise.all(candidates.map(({ link }) => this.isThere(link)));
    return candidates.filter((_each, at) => found[at]).map(({ index }) => index);
  }

  private async open({ path, line }: FileLink): Promise<void> {
    await this.options.openFile(await this.locate(path), line);
  }

  private async isThere({ path }: FileLink): Promise<boolean> {
    return this.locate(path).then(
      () => true,
      () => false,
    );
  }

  /**
   * The file's path, with links resolved. Rejects if the path is outside the workspace, or does not name an existing
   * file.
   */
  private async locate(path: string): Promise<string> {
    const { workspace } = this.options;
    const place = await workspace.resolve(path);
    const name = toDisplayText(path);
    if (place.kind === 'outside') throw new RefusedRequest(refusalTexts.outside(name));
    const found = await workspace.stat(place.path, AbortSignal.timeout(TIMEOUT));
    if (found?.type !== 'file') throw new RefusedRequest(refusalTexts.noSuchFile(name));
    return place.path;
  }

  private named(itemId: string): FileLink[] {
    return this.texts(itemId).flatMap(filesNamedIn);
  }

  private texts(itemId: string): string[] {
    return answerTexts(this.answer(itemId)?.blocks ?? []);
  }

  private answer(itemId: string): AnswerItem | undefined {
    const item = this.options.store.state.items.find(({ id }) => id === itemId);
    return item?.kind === 'answer' ? item : undefined;
  }
}
