import fs from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';

/** Emitted by Module Federation; the shell's server and the federation runtime read it. */
export const MANIFEST_FILE = 'mf-manifest.json';

/**
 * @param {string} name
 * @param {'ADDITIONAL' | 'REPORT'} stage `REPORT`: after mf-manifest.json is emitted
 * @param {(compilation: webpack.Compilation) => void | Promise<void>} change
 */
export const assetsPlugin = (name, stage, change) => ({
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const options = { name, stage: webpack.Compilation[`PROCESS_ASSETS_STAGE_${stage}`] };
      compilation.hooks.processAssets.tapPromise(options, async () => change(compilation));
    }),
});

/** @param {string | Buffer} content */
export const emit = (compilation, file, content) => compilation.emitAsset(file, new webpack.sources.RawSource(content));

/** Adds fields to `metaData` of the emitted mf-manifest.json. */
export function extendManifest(compilation, fields) {
  const manifest = JSON.parse(compilation.getAsset(MANIFEST_FILE).source.source().toString());
  Object.assign(manifest.metaData, fields);
  compilation.updateAsset(MANIFEST_FILE, new webpack.sources.RawSource(JSON.stringify(manifest, null, 2)));
}

/**
 * Puts the remote's own manifest and the version of the build into mf-manifest.json.
 *
 * @param {{ manifest: object, version: string }} options `manifest`: `RemoteManifest` of web-kit
 */
export const manifestPlugin = ({ manifest, version }) =>
  assetsPlugin('manifest', 'REPORT', (compilation) => extendManifest(compilation, { remote: manifest, version }));

/** Copies `public/` into the build unchanged: files that are requested by a fixed name, such as an icon. */
export function publicFolderPlugin(dir) {
  const folder = path.join(dir, 'public');
  return assetsPlugin('public folder', 'ADDITIONAL', (compilation) => {
    if (!fs.existsSync(folder)) return;
    compilation.contextDependencies.add(folder);
    for (const name of fs.readdirSync(folder)) emit(compilation, name, fs.readFileSync(path.join(folder, name)));
  });
}
