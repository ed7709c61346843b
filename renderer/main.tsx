import '@fontsource-variable/inter';
import '@fontsource-variable/source-serif-4';
import './tokens.css';
import './app.css';
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
