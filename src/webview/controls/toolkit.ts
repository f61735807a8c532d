import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

/**
 * Defines the toolkit's elements. Loaded with the transcript, after the first frame, because the message box does not
 * need the toolkit.
 */
provideVSCodeDesignSystem().register(vsCodeButton());
