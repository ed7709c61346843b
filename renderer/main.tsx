import '@fontsource-variable/inter';
import '@fontsource-variable/source-serif-4';
import './tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/search.css';
import './styles/reader.css';
import './styles/library.css';
import './styles/compare.css';
import './styles/lab.css';
import './styles/audit.css';
import './styles/judge.css';
import './styles/findings.css';
import './styles/models.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './i18n';
import { App } from './shell/App';
import { loadSettings } from './shell/settings';

await startI18n(loadSettings().language);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
