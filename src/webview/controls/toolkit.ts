import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

/**
 * Defines the toolkit's elements. Loaded together with the transcript, so that the composer does not wait for the
 * toolkit.
 */
provideVSCodeDesignSystem().register(vsCodeButton());
