/**
 * The contributions that a manifest may have without a proposal. Kept as data, because VS Code's own server, on which
 * the tests run, enables all proposals and would also accept contributions that need a proposal.
 */

/**
 * Menus that are not marked `proposed` in `apiMenus` of VS Code's `menusExtensionPoint.ts`, 1.139.1. A test inside VS
 * Code compares this list with the running VS Code.
 */
export const STABLE_MENUS: readonly string[] = [
  'chat/input/status',
  'commandPalette',
  'comments/comment/context',
  'comments/comment/title',
  'comments/commentThread/context',
  'comments/commentThread/title',
  'debug/callstack/context',
  'debug/toolBar',
  'debug/variables/context',
  'debug/watch/context',
  'editor/context',
  'editor/context/copy',
  'editor/lineNumber/context',
  'editor/title',
  'editor/title/context',
  'editor/title/run',
  'explorer/context',
  'extension/context',
  'file/newFile',
  'interactive/cell/title',
  'interactive/toolbar',
  'issue/reporter',
  'menuBar/edit/copy',
  'modalEditor/editorTitle',
  'notebook/cell/execute',
  'notebook/cell/title',
  'notebook/toolbar',
  'notebook/variables/context',
  'ports/item/context',
  'ports/item/origin/inline',
  'ports/item/port/inline',
  'scm/change/title',
  'scm/repository',
  'scm/resourceFolder/context',
  'scm/resourceGroup/context',
  'scm/resourceState/context',
  'scm/sourceControl',
  'scm/title',
  'searchPanel/aiResults/commands',
  'statusBar/remoteIndicator',
  'terminal/context',
  'terminal/title/context',
  'testing/item/context',
  'testing/item/gutter',
  'testing/item/result',
  'testing/message/content',
  'testing/message/context',
  'testing/profiles/context',
  'timeline/item/context',
  'timeline/title',
  'touchBar',
  'view/item/context',
  'view/title',
  'webview/context',
];

/** The points of VS Code's reference of contribution points, https://code.visualstudio.com/api/references/contribution-points. */
export const STABLE_POINTS: readonly string[] = [
  'authentication',
  'breakpoints',
  'chatParticipants',
  'codeActions',
  'colors',
  'commands',
  'configuration',
  'configurationDefaults',
  'customEditors',
  'debuggers',
  'documentation',
  'grammars',
  'iconThemes',
  'icons',
  'jsonValidation',
  'keybindings',
  'languageModelChatProviders',
  'languageModelTools',
  'languages',
  'mcpServerDefinitionProviders',
  'menus',
  'notebookRenderer',
  'notebooks',
  'problemMatchers',
  'problemPatterns',
  'productIconThemes',
  'resourceLabelFormatters',
  'semanticTokenModifiers',
  'semanticTokenScopes',
  'semanticTokenTypes',
  'snippets',
  'submenus',
  'taskDefinitions',
  'terminal',
  'themes',
  'typescriptServerPlugins',
  'views',
  'viewsContainers',
  'viewsWelcome',
  'walkthroughs',
];

/**
 * The places for a manifest's own view containers; the secondary side bar was a proposal in the oldest supported VS
 * Code.
 */
export const STABLE_CONTAINERS: readonly string[] = ['activitybar', 'panel'];

/**
 * Members of the API that only proposals have. They are listed, because they exist on VS Code's server, so a test there
 * would not fail if the extension used one.
 */
export const PROPOSED_MEMBERS: readonly string[] = [
  'onDidWriteTerminalData',
  'onDidChangeTerminalDimensions',
  'onDidExecuteTerminalCommand',
  'registerChatOutputRenderer',
  'registerChatSessionItemProvider',
  'registerInlineCompletionsProvider',
  'registerMappedEditsProvider2',
  'registerResourceLabelFormatter',
];
