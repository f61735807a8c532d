import type { ErrorView } from '../../shared/chatState.ts';
import type { ModelError, ModelErrorKind } from '../model/chatModel.ts';
import { providerLabel } from '../model/providers.ts';

/** What a failed request says to the user: what happened, and what to do next. */
export function toErrorView(error: ModelError, modelId: string): ErrorView {
  const slash = modelId.indexOf('/');
  // Errors of the models that VS Code lends say themselves what to do: nobody else knows the extension behind one.
  if (modelId.startsWith('vscode/')) return { message: error.message, action: lentAction(error.kind) };
  const provider = providerLabel(modelId.slice(0, slash));
  const model = modelId.slice(slash + 1);
  const said = error.message ? ` It said: ${error.message}` : '';
  const status = error.status === undefined ? '' : ` (${error.status})`;
  switch (error.kind) {
    case 'unauthorized':
      return { message: `${provider} refused the API key${status}.`, action: 'set-api-key' };
    case 'forbidden':
      return { message: `This key may not use ${model}${status}.${said}`, action: 'select-model' };
    case 'not-found':
      return { message: `${provider} does not know the model ${model}${status}.`, action: 'select-model' };
    case 'rate-limited':
      return { message: `${provider} still limits the rate${status}. Wait a little, then try again.`, action: 'retry' };
    case 'quota-exhausted':
      return { message: `The quota or credit at ${provider} is used up${status}.${said}`, action: 'select-model' };
    case 'overloaded':
      return { message: `${provider} is overloaded${status}. Try again, or choose another model.`, action: 'retry' };
    case 'context-too-long':
      return { message: `The conversation is too long for ${model}. Start a new chat.`, action: 'new-chat' };
    case 'bad-request':
      return { message: `${provider} refused the request${status}.${said}`, action: 'retry' };
    case 'content-filtered':
      return { message: `A safety system at ${provider} blocked the request. Word it differently.`, action: null };
    case 'network':
      return { message: describeNetwork(error, provider), action: 'retry' };
    case 'timeout':
      return { message: `${provider} has sent nothing for too long. Try again.`, action: 'retry' };
    case 'server':
      return { message: `${provider} failed${status}. Try again.${said}`, action: 'retry' };
    case 'malformed':
      return {
        message: `${provider} sent an answer that cannot be read. Try again. ${error.message}`.trim(),
        action: 'retry',
      };
  }
}

/** A refused connection is mostly a local server that has not been started; the network has nothing to do with it. */
function describeNetwork({ message }: ModelError, provider: string): string {
  if (/\bECONNREFUSED\b/.test(message)) {
    return `Nothing answers at the address of ${provider}. Start it, or mend the address in the settings, then try again.`;
  }
  return `No connection to ${provider}, or it broke off. Check the network, then try again.`;
}

function lentAction(kind: ModelErrorKind): ErrorView['action'] {
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
  const status = error.status === undefined ? '' : ` (${error.status})`;
  switch (error.kind) {
    case 'rate-limited':
      return `${provider} limits the rate${status}.`;
    case 'overloaded':
      return `${provider} is overloaded${status}.`;
    case 'network':
      return `No connection to ${provider}.`;
    case 'timeout':
      return `${provider} does not answer.`;
    default:
      return `${provider} failed${status}.`;
  }
}
