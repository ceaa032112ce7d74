export * from './pages-of';
export * from './store';
