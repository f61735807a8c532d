import { t } from './translate.ts';

/**
 * Texts for failed requests to a provider. `status` is a space and the HTTP status in parentheses, or empty.
 */
export const errorTexts = {
  providerReported: (provider: string, message: string) => t('{0} reported: {1}', provider, message),
  unauthorized: (provider: string, status: string) => t('{0} refused the API key{1}.', provider, status),
  forbidden: (model: string, status: string) => t('This API key has no access to {0}{1}.', model, status),
  notFound: (provider: string, model: string, status: string) =>
    t('{0} has no model named {1}{2}.', provider, model, status),
  /** For a request that also failed when it was retried. */
  rateLimited: (provider: string, status: string) =>
    t('{0} rate limit still exceeded{1}. Try again in a minute.', provider, status),
  /** For a request that was not retried. */
  rateLimitedOnce: (provider: string, status: string) =>
    t('{0} rate limit exceeded{1}. Try again in a minute.', provider, status),
  quotaExhausted: (provider: string, status: string) => t('No quota or credit left at {0}{1}.', provider, status),
  overloaded: (provider: string, status: string) =>
    t('{0} is overloaded{1}. Try again, or select another model.', provider, status),
  contextTooLong: (model: string) =>
    t(
      'The conversation is too long for {0}. Shorten your message, start a new chat, or choose Compress context in the ' +
        'More menu.',
      model,
    ),
  /** For a message that was not sent. `tokens` is an estimate. */
  messageTooLong: (model: string, tokens: number, window: number) =>
    t(
      'Your message was not sent: it has ≈{0} tokens, but {1} takes at most {2}. Edit it to shorten it, or select a model ' +
        'with a larger context window.',
      tokens.toLocaleString('en'),
      model,
      window.toLocaleString('en'),
    ),
  chatTooLong: (model: string, tokens: number, window: number) =>
    t(
      'Your message was not sent: with this chat it has ≈{0} tokens, but {1} takes at most {2}. Choose Compress context ' +
        'in the More menu, start a new chat, or select a model with a larger context window.',
      tokens.toLocaleString('en'),
      model,
      window.toLocaleString('en'),
    ),
  badRequest: (provider: string, status: string) => t('{0} refused the request{1}.', provider, status),
  contentFiltered: (provider: string) => t('A safety system at {0} blocked the request. Rephrase it.', provider),
  /** `host` refused the connection: most often a local server that has not been started. */
  unreachable: (provider: string, host: string) =>
    t('Can’t reach {0} at {1}. Start the server or fix the URL in Settings.', provider, host),
  noConnection: (provider: string) =>
    t('The connection to {0} failed or was lost. Check your network, then try again.', provider),
  timeout: (provider: string) => t('{0} stopped responding. Try again.', provider),
  server: (provider: string, status: string) => t('Server error from {0}{1}. Try again.', provider, status),
  malformed: (provider: string) => t('{0} sent a response that can’t be read. Try again.', provider),
};

/** Reasons for a retry. The panel adds the time of the retry. */
export const retryTexts = {
  rateLimited: (provider: string, status: string) => t('{0} rate limit{1}.', provider, status),
  overloaded: (provider: string, status: string) => t('{0} is overloaded{1}.', provider, status),
  noConnection: (provider: string) => t('No connection to {0}.', provider),
  timeout: (provider: string) => t('{0} isn’t responding.', provider),
  server: (provider: string, status: string) => t('Server error from {0}{1}.', provider, status),
};

/**
 * Failures of a model that VS Code provides. These texts include the next step, because the panel shows the adapter's
 * message unchanged.
 */
export const vscodeModelTexts = {
  backgroundConsent: (model: string) => t('{0} works in the background only after you send it a message.', model),
  noImages: (model: string) =>
    t('{0} can’t take images through VS Code. Remove the image, or select another model.', model),
  silent: (model: string, seconds: number) =>
    t('{0} stopped responding: no output for {1} seconds. Try again.', model, seconds),
  forbidden: (model: string) =>
    t('Premove isn’t allowed to use {0}. Send again and allow it when VS Code asks, or select another model.', model),
  notFound: (model: string) => t('VS Code no longer provides {0}. Select another model.', model),
  unauthorized: (model: string) => t('Sign in again to the extension that provides {0}.', model),
  quotaExhausted: (model: string) => t('No quota left for {0}. Select another model, or wait.', model),
  rateLimited: (model: string) => t('{0} rate limit exceeded. Try again in a minute.', model),
  contentFiltered: (model: string) => t('A safety system blocked the request to {0}. Rephrase it.', model),
  network: (model: string) => t('Can’t reach {0}. Check your network, then try again.', model),
  failed: (model: string) => t('{0} failed. Try again, or select another model.', model),
};

/**
 * Messages of a `ModelError`: failures between Premove and a server. The panel shows some of them after its own text.
 * The model picker shows them alone.
 */
export const wireTexts = {
  /** In place of the host, if the address is invalid. */
  configuredAddress: () => t('the configured address'),
  /** For an error without a message. `status` is undefined if the error came in a stream. */
  httpStatus: (host: string, status: number | undefined) =>
    status === undefined
      ? t('{0} reported an error without details.', host)
      : t('{0} answered with HTTP {1}.', host, status),
  notTheFormat: () => t('The answer is not in the requested JSON format.'),
  notJson: (host: string) => t('{0} sent a response that is not JSON.', host),
  stalled: (host: string, seconds: number) => t('No output from {0} for {1} seconds.', host, seconds),
  notAStream: (host: string, type: string) =>
    t('{0} did not answer with an event stream, but with {1}. Check the URL.', host, type),
  notWhole: (host: string, type: string) =>
    t(
      '{0} did not answer with JSON, but with {1}. Check the URL, or set "stream" to true in premove.providers.',
      host,
      type,
    ),
  noContentType: () => t('no content type'),
  closedEarly: (host: string) => t('{0} closed the connection before the answer was complete.', host),
  requestFailed: (host: string, why: string) => t('The request to {0} failed: {1}', host, why),
  /** `code` is a space and the error's code in parentheses, or empty. */
  badCertificate: (host: string, code: string) => t('The certificate of {0} could not be verified{1}.', host, code),
  connectionFailed: (host: string, code: string) => t('The connection to {0} failed{1}.', host, code),
  badEvent: () => t('The provider sent data that can’t be read.'),
  badToolCall: (reason: string) => t('The model sent a tool call that can’t be read ({0}).', reason),
  blocked: () => t('The provider blocked the request before answering.'),
  noEnd: () => t('The answer ended before it was complete.'),
  redirectToNothing: (host: string) => t('{0} redirects to an invalid address.', host),
  redirectElsewhere: (host: string, origin: string) =>
    t(
      '{0} redirects to {1}; nothing was sent there. If that address is correct, set it as baseUrl in premove.providers.',
      host,
      origin,
    ),
  tooManyRedirects: (host: string) => t('{0} redirects too many times.', host),
};
