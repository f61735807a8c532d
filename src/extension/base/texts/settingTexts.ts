import { t } from './translate.ts';

/** Problems with the selected model, and what to do. */
export const modelTexts = {
  badId: (id: string) => t('"{0}" is not a model. Write it as "<provider>/<model>".', id),
  unknownProvider: (name: string) =>
    t('There is no provider "{0}". Add it to "premove.providers", or select another model.', name),
  missingKey: (provider: string, variable: string) =>
    t('{0} needs an API key. Run "Premove: Set API Key", or set {1}.', provider, variable),
  unreadableKey: (provider: string, variable: string) =>
    t(
      'The API key for {0} could not be read from VS Code’s secret storage. The environment variable {1} was not used, because it may hold the key of another account. Unlock the keyring of your system, or select another model.',
      provider,
      variable,
    ),
  notLoaded: (id: string) => t('The model {0} could not be loaded. Try again, or select another model.', id),
};

/** Names of providers that are not companies or programs. Some error messages begin with these names. */
export const providerLabels = {
  tour: () => t('The tour'),
  vscode: () => t('VS Code’s model'),
};

/** Problems with the setting `premove.providers`, and the expected values. */
export const providerTexts = {
  badName: (name: string) =>
    t('"{0}" in "premove.providers" is not a provider name. Use letters, digits, ".", "_" and "-".', name),
  nameTaken: (name: string) => t('"{0}" in "premove.providers" is taken. Give your provider another name.', name),
  incomplete: (name: string) => t('In the setting "premove.providers", {0} must have a "kind" and a "baseUrl".', name),
  notByName: () =>
    t(
      'In the setting "premove.providers", each provider must be listed under its name: {0}.',
      '{ "ollama": { "baseUrl": "http://…" } }',
    ),
  unknownKeys: (name: string, keys: string) =>
    t(
      'In the setting "premove.providers", {0} has the unknown keys {1}. Known keys: "kind", "baseUrl", "headers", "continuation", "stream", "contextWindow".',
      name,
      keys,
    ),
  badKind: (name: string, kinds: string) =>
    t('In the setting "premove.providers", the "kind" of {0} must be one of {1}.', name, kinds),
  badBaseUrl: (name: string) =>
    t('In the setting "premove.providers", the "baseUrl" of {0} must begin with http:// or https://.', name),
  badHeaders: (name: string) =>
    t('In the setting "premove.providers", the "headers" of {0} must be an object of names and strings.', name),
  badHeader: (name: string, header: string) =>
    t('In the setting "premove.providers", the header "{0}" of {1} must be a string.', header, name),
  badContinuation: (name: string, forms: string) =>
    t('In the setting "premove.providers", the "continuation" of {0} must be one of {1}.', name, forms),
  badContextWindow: (name: string) =>
    t(
      'In the setting "premove.providers", the "contextWindow" of {0} must be a number of tokens, at least 1,000.',
      name,
    ),
  badStream: (name: string) =>
    t('In the setting "premove.providers", the "stream" of {0} must be true or false.', name),
  notAnObject: (name: string) =>
    t('In the setting "premove.providers", {0} must be an object with "kind" and "baseUrl".', name),
};
