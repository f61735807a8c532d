import { createRoot } from 'react-dom/client';

const container = document.getElementById('root');
if (container) createRoot(container).render(<textarea aria-label="Empty" placeholder="Empty" />);
