import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

/**
 * Defines the toolkit's elements. Imported with the transcript, because the message box does not wait for it: the
 * toolkit is a third of the code that the panel's first frame would run.
 */
provideVSCodeDesignSystem().register(vsCodeButton());
