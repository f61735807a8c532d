import { prefixRuleOf } from '../background/cacheSafeParams.ts';
import type { Drafts } from '../chat/composer/drafts.ts';
import type { OwnModel } from '../chat/conversation/promptContent.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';

export interface EffortQuestion {
  /** The name that users see. */
  readonly model: string;
  readonly choices: readonly string[];
  /** Null for the model's default. */
  readonly chosen: string | null;
  /** True if a change of the effort makes the provider's cache of the chat useless. */
  readonly costsCache: boolean;
}

export interface ComposerMenuPorts {
  /** Resolves to null for the model's default, and to undefined if the user cancels. */
  chooseEffort(question: EffortQuestion): Promise<string | null | undefined>;
  /** `effort` is null for the model's default. */
  writeEffort(modelId: string, effort: string | null): Promise<void>;
  /** Resolves to the model's id; undefined if the user cancels. */
  chooseModel(): Promise<string | undefined>;
  /** Shows what a change to this model costs. Does not wait for the user. */
  explainModel(id: string): void;
}

/** Handles the entries of the composer's *More* menu that choose an effort or a model. */
export class ComposerMenuHandlers {
  private readonly store: ChatStore;
  private readonly drafts: Pick<Drafts, 'chooseModel'>;
  private readonly ports: ComposerMenuPorts;

  constructor(store: ChatStore, drafts: Pick<Drafts, 'chooseModel'>, ports: ComposerMenuPorts) {
    this.store = store;
    this.drafts = drafts;
    this.ports = ports;
  }

  async chooseEffort(): Promise<void> {
    const { model, composerMenu, items } = this.store.state;
    const { effort } = composerMenu;
    if (!model || !effort) return;
    const { cache, thinking } = prefixRuleOf(model.id);
    const costsCache = items.length > 0 && cache !== 'none' && thinking === 'keep';
    const chosen = await this.ports.chooseEffort({ ...effort, model: model.label, costsCache });
    if (chosen !== undefined && chosen !== effort.chosen) await this.ports.writeEffort(model.id, chosen);
  }

  async chooseMessageModel(): Promise<void> {
    const { conversationId } = this.store.state;
    const id = await this.ports.chooseModel();
    const { state } = this.store;
    if (id === undefined || state.conversationId !== conversationId) return;
    const answering = state.composerMenu.fallback ?? state.model;
    this.drafts.chooseModel(id === answering?.id ? null : id);
    this.ports.explainModel(id);
  }

  clearMessageModel(): void {
    this.drafts.chooseModel(null);
  }
}

/**
 * A record of the model that was chosen for one prompt; undefined without `id`. Call when the prompt is sent, because
 * the record also names the model that is selected at that time.
 */
export function toOwnModel({ state }: Pick<ChatStore, 'state'>, id: string | undefined): OwnModel | undefined {
  return id === undefined ? undefined : { id, insteadOf: state.model?.id ?? '' };
}
