import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack from 'webpack';
import { assetsPlugin, emit, extendManifest, MANIFEST_FILE } from '../asset-plugins.mjs';

const require = createRequire(import.meta.url);

/**
 * Renders the first views of a build to HTML (docs/adr/0049). A second build of the same sources for Node runs them; its
 * default export is a promise of the views. A remote's file is named by its manifest, so that the views are deployed and
 * rolled back with it; the shell has no manifest, and its server reads `first-view.json`.
 */
export const firstViewPlugin = (options) =>
  assetsPlugin('first views', 'REPORT', async (compilation) => {
    const text = JSON.stringify(await render(options));
    const isRemote = Boolean(compilation.getAsset(MANIFEST_FILE));
    const file = isRemote ? hashedName(text) : 'first-view.json';
    emit(compilation, file, text);
    if (isRemote) extendManifest(compilation, { firstView: file });
  });

/** @param {{ name: string, entry: string, config: import('webpack').Configuration }} options `config`: for the sources */
async function render({ name, entry, config }) {
  const folder = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/piecework-first-view');
  const filename = `${name}.cjs`;
  const file = path.join(folder, filename);
  await run({
    ...config,
    target: 'node',
    devtool: false,
    entry,
    output: { path: folder, filename, library: { type: 'commonjs2' } },
    resolve: { ...config.resolve, alias: { zustand$: path.join(import.meta.dirname, 'zustand.mjs') } },
    optimization: { minimize: false },
    plugins: [...config.plugins, new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  });
  delete require.cache[file];
  // Modules register listeners when they are loaded.
  globalThis.addEventListener ??= () => {};
  return require(file).default;
}

const run = (config) =>
  new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) =>
      // Writes the cache.
      compiler.close(() => {
        if (error) reject(error);
        else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      }),
    );
  });

const hashedName = (text) =>
  `first-view/views.${crypto.createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
