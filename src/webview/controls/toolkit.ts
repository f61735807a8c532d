import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

/**
 * Defines the toolkit's elements. Loaded with the transcript, after the first frame: the message box does not need the
 * toolkit, which would be a third of the first frame's code.
 */
provideVSCodeDesignSystem().register(vsCodeButton());
