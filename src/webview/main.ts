import '@vscode/codicons/dist/codicon.css';
import './styles/base.css';
import './styles/earlyInput.css';
import './styles/controls.css';
import './styles/transcript.css';
import './styles/diff.css';
import './styles/markdown.css';
import './styles/cards.css';
import './styles/question.css';
import './styles/tools.css';
import './styles/shell.css';
import './styles/todos.css';
import './styles/approval.css';
import './styles/composer.css';
import './styles/speculation.css';
import './styles/suggestions.css';
import './styles/mentions.css';
import './styles/queue.css';
import './styles/restore.css';
import './styles/terminals.css';
import './styles/note.css';
import './styles/find.css';

import { startPanel } from './startPanel.tsx';

const container = document.getElementById('root');
const { early } = window;
if (!container || !early) throw new Error('The page is incomplete.');
// Resolves also if the style cannot be loaded, because the panel is usable without it.
await early.styleEnded;
// Replacing the message box during a composition would lose the composed word.
await early.input.composed();
startPanel(container, early.input);
