import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

/**
 * Defines the toolkit's elements. Loaded together with the transcript, because the message box does not need the
 * toolkit.
 */
provideVSCodeDesignSystem().register(vsCodeButton());
