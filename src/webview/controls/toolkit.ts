import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

/** Loaded with the transcript, so that the composer does not wait for the toolkit. */
provideVSCodeDesignSystem().register(vsCodeButton());
