import type { ErrorView } from '../../../shared/transcriptItem.ts';
import type { ModelError, ModelErrorKind, Overflow } from '../../model/chatModel.ts';
import { providerLabel } from '../../model/providers/providerList.ts';
import { errorTexts, retryTexts } from '../../base/texts/errorTexts.ts';

/** `wasRetried`: the request was retried before the failure became final. */
export function toErrorView(error: ModelError, modelId: string, wasRetried = true): ErrorView {
  const slash = modelId.indexOf('/');
  if (error.overflow) return toOverflowView(error.overflow, modelId.slice(slash + 1));
  // The message of the adapter for VS Code’s models already says what to do.
  if (modelId.startsWith('vscode/')) return { message: error.message, action: vscodeModelAction(error.kind) };
  const provider = providerLabel(modelId.slice(0, slash));
  const model = modelId.slice(slash + 1);
  const reported = error.message ? ` ${errorTexts.providerReported(provider, error.message)}` : '';
  const status = toStatus(error);
  switch (error.kind) {
    case 'unauthorized':
      return { message: errorTexts.unauthorized(provider, status), action: 'set-api-key' };
    case 'forbidden':
      return { message: errorTexts.forbidden(model, status) + reported, action: 'select-model' };
    case 'not-found':
      return { message: errorTexts.notFound(provider, model, status), action: 'select-model' };
    case 'rate-limited':
      return { message: rateLimitText(provider, status, wasRetried), action: 'retry' };
    case 'quota-exhausted':
      return { message: errorTexts.quotaExhausted(provider, status) + reported, action: 'select-model' };
    case 'overloaded':
      return { message: errorTexts.overloaded(provider, status), action: 'retry' };
    case 'context-too-long':
      return { message: errorTexts.contextTooLong(model), action: 'new-chat' };
    case 'bad-request':
      return { message: errorTexts.badRequest(provider, status) + reported, action: 'retry' };
    case 'content-filtered':
      return { message: errorTexts.contentFiltered(provider), action: null };
    case 'network':
      return { message: describeNetwork(error, provider), action: 'retry' };
    case 'timeout':
      return { message: errorTexts.timeout(provider), action: 'retry' };
    case 'server':
      return { message: errorTexts.server(provider, status) + reported, action: 'retry' };
    case 'malformed':
      return {
        message: `${errorTexts.malformed(provider)} ${error.message}`.trim(),
        action: 'retry',
      };
  }
}

function rateLimitText(provider: string, status: string, wasRetried: boolean): string {
  return wasRetried ? errorTexts.rateLimited(provider, status) : errorTexts.rateLimitedOnce(provider, status);
}

function toOverflowView({ tokens, window, isMessage }: Overflow, model: string): ErrorView {
  return isMessage
    ? { message: errorTexts.messageTooLong(model, tokens, window), action: 'select-model' }
    : { message: errorTexts.chatTooLong(model, tokens, window), action: 'new-chat' };
}

/** The text for a refused connection does not blame the network, because the usual cause is a stopped local server. */
function describeNetwork({ refusedBy }: ModelError, provider: string): string {
  if (refusedBy) return errorTexts.unreachable(provider, refusedBy);
  return errorTexts.noConnection(provider);
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

/** The panel adds the time of the retry. */
export function toRetryReason(error: ModelError, modelId: string): string {
  const provider = providerLabel(modelId.slice(0, modelId.indexOf('/')));
  const status = toStatus(error);
  switch (error.kind) {
    case 'rate-limited':
      return retryTexts.rateLimited(provider, status);
    case 'overloaded':
      return retryTexts.overloaded(provider, status);
    case 'network':
      return retryTexts.noConnection(provider);
    case 'timeout':
      return retryTexts.timeout(provider);
    default:
      return retryTexts.server(provider, status);
  }
}

function toStatus({ status }: ModelError): string {
  return status === undefined ? '' : ` (${status})`;
}
