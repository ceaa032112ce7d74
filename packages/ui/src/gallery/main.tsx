import '../global.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery';
import { ThemeFrames } from './ThemeFrames';

const theme = new URLSearchParams(window.location.search).get('theme');
if (theme) document.documentElement.dataset.theme = theme;

const root = document.getElementById('root');
if (root) createRoot(root).render(theme ? <Gallery theme={theme} /> : <ThemeFrames />);
