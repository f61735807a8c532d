import type { ErrorView } from '../../../shared/chatState.ts';
import type { ModelError, ModelErrorKind } from '../../model/chatModel.ts';
import { providerLabel } from '../../model/providers/providerList.ts';

/** What a failed request says to the user: what happened, and what to do next. */
export function toErrorView(error: ModelError, modelId: string): ErrorView {
  const slash = modelId.indexOf('/');
  // The message already says what to do: only the adapter knows the extension behind the model.
  if (modelId.startsWith('vscode/')) return { message: error.message, action: vscodeModelAction(error.kind) };
  const provider = providerLabel(modelId.slice(0, slash));
  const model = modelId.slice(slash + 1);
  const said = error.message ? ` ${provider} said: ${error.message}` : '';
  const status = toStatus(error);
  switch (error.kind) {
    case 'unauthorized':
      return { message: `${provider} refused the API key${status}.`, action: 'set-api-key' };
    case 'forbidden':
      return { message: `This API key has no access to ${model}${status}.${said}`, action: 'select-model' };
    case 'not-found':
      return { message: `${provider} has no model named ${model}${status}.`, action: 'select-model' };
    case 'rate-limited':
      return { message: `${provider} rate limit still exceeded${status}. Try again in a minute.`, action: 'retry' };
    case 'quota-exhausted':
      return { message: `No quota or credit left at ${provider}${status}.${said}`, action: 'select-model' };
    case 'overloaded':
      return { message: `${provider} is overloaded${status}. Try again, or select another model.`, action: 'retry' };
    case 'context-too-long':
      return { message: `The conversation is too long for ${model}. Start a new chat.`, action: 'new-chat' };
    case 'bad-request':
      return { message: `${provider} refused the request${status}.${said}`, action: 'retry' };
    case 'content-filtered':
      return { message: `A safety system at ${provider} blocked the request. Rephrase it.`, action: null };
    case 'network':
      return { message: describeNetwork(error, provider), action: 'retry' };
    case 'timeout':
      return { message: `${provider} stopped responding. Try again.`, action: 'retry' };
    case 'server':
      return { message: `${provider} server error${status}. Try again.${said}`, action: 'retry' };
    case 'malformed':
      return {
        message: `${provider} sent a response that can’t be read. Try again. ${error.message}`.trim(),
        action: 'retry',
      };
  }
}

/** Most often a local server that has not been started; the network has nothing to do with it. */
function describeNetwork({ refusedBy }: ModelError, provider: string): string {
  if (refusedBy) return `Can’t reach ${provider} at ${refusedBy}. Start the server or fix the URL in Settings.`;
  return `No connection to ${provider}, or it was lost. Check your network, then try again.`;
}

function vscodeModelAction(kind: ModelErrorKind): ErrorView['action'] {
  switch (kind) {
    case 'not-found':
    case 'quota-exhausted':
    case 'bad-request':
      return 'select-model';
    case 'context-too-long':
      return 'new-chat';
    case 'content-filtered':
      return null;
    default:
      return 'retry';
  }
}

/** Why a request is made again, in a few words; the panel adds when. */
export function toRetryReason(error: ModelError, modelId: string): string {
  const provider = providerLabel(modelId.slice(0, modelId.indexOf('/')));
  const status = toStatus(error);
  switch (error.kind) {
    case 'rate-limited':
      return `${provider} rate limit${status}.`;
    case 'overloaded':
      return `${provider} is overloaded${status}.`;
    case 'network':
      return `No connection to ${provider}.`;
    case 'timeout':
      return `${provider} isn’t responding.`;
    default:
      return `${provider} server error${status}.`;
  }
}

function toStatus({ status }: ModelError): string {
  return status === undefined ? '' : ` (${status})`;
}
