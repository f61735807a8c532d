import * as vscode from 'vscode';

/** The exports of this extension, for a test in the same extension host. */
export interface ExternalModels {
  /** Scripts the answers to the next requests, one per request. A request without an answer fails. */
  answer(...answers: ExternalAnswer[]): void;
  readonly requests: readonly ExternalRequest[];
  /** Sets the models that the provider offers. */
  setModels(ids: readonly string[]): void;
}

export type ExternalAnswer = (
  report: (part: vscode.LanguageModelResponsePart) => void,
  token: vscode.CancellationToken,
) => Promise<void>;

export interface ExternalRequest {
  readonly model: string;
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
  readonly token: vscode.CancellationToken;
}

/** Provides language models, as an extension like Copilot does. A test scripts their answers. */
export function activate(context: vscode.ExtensionContext): ExternalModels {
  const answers: ExternalAnswer[] = [];
  const requests: ExternalRequest[] = [];
  const changed = new vscode.EventEmitter<void>();
  let models: readonly string[] = ['small', 'family/large'];
  const provider: vscode.LanguageModelChatProvider = {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: () => models.map(toInformation),
    provideLanguageModelChatResponse: async ({ id }, messages, options, progress, token) => {
      requests.push({ model: id, messages, options, token });
      const answer = answers.shift();
      if (!answer) throw new Error('No answer is scripted for this request.');
      await answer((part) => progress.report(part), token);
    },
    provideTokenCount: async (_model, text) => (typeof text === 'string' ? text.length : 1),
  };
  context.subscriptions.push(changed, vscode.lm.registerLanguageModelChatProvider('premove-tests', provider));
  return {
    answer: (...more) => void answers.push(...more),
    requests,
    setModels: (ids) => {
      models = ids;
      changed.fire();
    },
  };
}

function toInformation(id: string): vscode.LanguageModelChatInformation {
  return {
    ...{ id, name: `Test ${id}`, family: 'test', version: '1', maxInputTokens: 12_000, maxOutputTokens: 1_000 },
    capabilities: { toolCalling: true },
  };
}
