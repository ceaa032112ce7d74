import path from 'node:path';
import { baseConfig, htmlPage } from '@piecework/mf-config';

const dir = import.meta.dirname;

/** The gallery: every component in every state, in both themes, on http://localhost:3300/ (or PORT). */
export default (_env, { mode }) => {
  const config = baseConfig({
    dir,
    name: 'gallery',
    isProduction: mode === 'production',
    publicPath: '/',
    plugins: [htmlPage({ dir, template: path.join(dir, 'src/gallery/index.html'), title: 'Gallery' })],
  });
  config.entry = { main: './src/gallery/main.tsx' };
  config.devServer = {
    port: Number(process.env.PORT ?? 3300),
    host: 'localhost',
    hot: false,
    liveReload: true,
    static: false,
  };
  return config;
};
