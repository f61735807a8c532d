import * as vscode from 'vscode';
import type { ModelRequest } from '../../model/chatModel.ts';
import type { ListedModel } from '../../model/listModels.ts';
import type { SpecialModel, ProviderFailure } from '../../model/resolveModel.ts';
import { withRetry } from '../../model/retry.ts';
import { toVscodeMessages, type VscodeMessage, type VscodePart } from '../../model/wire/vscode/vscodeMessages.ts';
import { createVscodeChatModel, type VscodeDelta, type VscodeModel } from '../../model/wire/vscode/vscodeModel.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { languageModelVendorsKey } from '../contributions.ts';

/** VS Code's language models: of Copilot, of other extensions, and of the user's own keys. */
export interface LanguageModels {
  readonly onDidChange: vscode.Event<void>;
  /** Does not ask the user for consent, but may activate the extensions that provide the models. */
  list(): Promise<readonly LanguageModelVendor[]>;
  /** The vendors whose models the user has sent a message to. */
  usedVendors(): readonly string[];
  /** `name` is `<vendor>/<id>`: the model id `vscode/<vendor>/<id>` without its provider. */
  resolve(name: string): Promise<SpecialModel | ProviderFailure>;
}

export interface LanguageModelVendor {
  readonly vendor: string;
  readonly label: string;
  readonly models: readonly ListedModel[];
}

export interface LanguageModelsOptions {
  readonly access: vscode.LanguageModelAccessInformation;
  /** Stores what `usedVendors` returns. */
  readonly memento: vscode.Memento;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds without output after which a request fails; undefined for the default. */
  readonly stallTimeout: () => number | undefined;
}

export function createLanguageModels(options: LanguageModelsOptions): LanguageModels {
  const { clock, log } = options;
  return {
    onDidChange: vscode.lm.onDidChangeChatModels,
    usedVendors: () => vendorsIn(options.memento),
    list: async () => toVendors(await vscode.lm.selectChatModels()),
    resolve: async (name) => {
      const slash = name.indexOf('/');
      if (slash < 1) return noSuchModel(name);
      const [chat] = await vscode.lm.selectChatModels({ vendor: name.slice(0, slash), id: name.slice(slash + 1) });
      if (!chat) return noSuchModel(name);
      const model = createVscodeChatModel(toVscodeModel(chat, options), {
        clock,
        stallTimeout: options.stallTimeout(),
      });
      return {
        kind: 'model',
        chatModel: withRetry(model, { clock, log }),
        ...(chat.maxInputTokens > 0 && { contextWindow: chat.maxInputTokens }),
      };
    },
  };
}

function toVendors(chats: readonly vscode.LanguageModelChat[]): LanguageModelVendor[] {
  const vendors = [...new Set(chats.map(({ vendor }) => vendor))];
  return vendors.map((vendor) => ({
    vendor,
    label: VENDOR_LABELS.get(vendor) ?? vendor,
    models: chats
      .filter((chat) => chat.vendor === vendor)
      .map(({ id, name }) => ({ id: `vscode/${vendor}/${id}`, label: name || id })),
  }));
}

/** The labels of vendors. VS Code gives only their identifiers. */
const VENDOR_LABELS: ReadonlyMap<string, string> = new Map([['copilot', 'GitHub Copilot']]);

function noSuchModel(name: string): ProviderFailure {
  const message = vscode.l10n.t(
    'VS Code does not provide the model "{0}" now. Install its extension and sign in, or select another model.',
    name,
  );
  return { kind: 'unknown-model', message };
}

/**
 * VS Code asks for the user's consent at the first request to a vendor's models. In some versions, `canSendRequest`
 * does not report whether VS Code will ask. Therefore `isAllowed` also requires that an earlier request to the vendor
 * succeeded.
 */
function toVscodeModel(
  chat: vscode.LanguageModelChat,
  { access, memento }: Pick<LanguageModelsOptions, 'access' | 'memento'>,
): VscodeModel {
  const vendors = (): readonly string[] => vendorsIn(memento);
  return {
    name: chat.name || chat.id,
    isAllowed: () => access.canSendRequest(chat) === true && vendors().includes(chat.vendor),
    send: async (request, signal) => {
      const source = new vscode.CancellationTokenSource();
      const cancel = (): void => {
        source.cancel();
        source.dispose();
      };
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      const messages = toVscodeMessages(request).map(toChatMessage);
      const response = await chat.sendRequest(messages, toRequestOptions(request), source.token);
      if (!vendors().includes(chat.vendor)) await memento.update(languageModelVendorsKey, [...vendors(), chat.vendor]);
      return toDeltas(response.stream);
    },
  };
}

function vendorsIn(memento: vscode.Memento): readonly string[] {
  return memento.get<string[]>(languageModelVendorsKey, []);
}

function toRequestOptions({ tools }: ModelRequest): vscode.LanguageModelChatRequestOptions {
  return {
    justification: vscode.l10n.t(
      'Premove sends your messages and the file contents that it reads to the model you selected.',
    ),
    // Some extensions treat an empty list as a request to call tools.
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    }),
  };
}

function toChatMessage({ role, parts }: VscodeMessage): vscode.LanguageModelChatMessage {
  const { User, Assistant } = vscode.LanguageModelChatMessageRole;
  return new vscode.LanguageModelChatMessage(role === 'user' ? User : Assistant, parts.map(toChatPart));
}

function toChatPart(part: VscodePart): vscode.LanguageModelInputPart {
  switch (part.type) {
    case 'text':
      return new vscode.LanguageModelTextPart(part.text);
    case 'tool-call':
      return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    case 'tool-result':
      return new vscode.LanguageModelToolResultPart(part.callId, [new vscode.LanguageModelTextPart(part.text)]);
  }
}

/** Ignores parts of unknown kinds, because later versions of VS Code may add some. */
async function* toDeltas(stream: AsyncIterable<unknown>): AsyncGenerator<VscodeDelta> {
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart) yield { type: 'text', text: part.value };
    else if (part instanceof vscode.LanguageModelToolCallPart) {
      yield { type: 'tool-call', id: part.callId, name: part.name, input: part.input };
    }
  }
}
