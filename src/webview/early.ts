import './styles/base.css';
import './styles/earlyInput.css';
import { createEarlyInput } from './earlyInput.ts';

/**
 * The script in the page itself. Requests the panel's files when the page is loaded, because VS Code shows the page
 * only then.
 */
const container = document.getElementById('root');
const files = document.getElementById('panel-files');
if (!container || !(files instanceof HTMLTemplateElement)) throw new Error('The page is incomplete.');
const style = files.content.querySelector('link[rel=stylesheet]');
const styleEnded = new Promise<void>((resolve) => {
  for (const event of ['load', 'error']) style?.addEventListener(event, () => resolve(), { once: true });
});
window.early = { input: createEarlyInput(container), styleEnded };
window.addEventListener('load', () => document.head.append(files.content), { once: true });
