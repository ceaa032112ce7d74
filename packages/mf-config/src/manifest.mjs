import webpack from 'webpack';

/** Emitted by Module Federation; the shell's server and the federation runtime read it. */
export const MANIFEST_FILE = 'mf-manifest.json';

/**
 * Adds fields to `metaData` of the emitted mf-manifest.json.
 *
 * @param {webpack.Compilation} compilation in or after PROCESS_ASSETS_STAGE_REPORT
 * @param {object} fields
 */
export function extendManifest(compilation, fields) {
  const manifest = JSON.parse(compilation.getAsset(MANIFEST_FILE).source.source().toString());
  Object.assign(manifest.metaData, fields);
  compilation.updateAsset(MANIFEST_FILE, new webpack.sources.RawSource(JSON.stringify(manifest, null, 2)));
}

/** Puts the remote's own manifest and the version of the build into mf-manifest.json. */
export class ManifestPlugin {
  /** @param {{ manifest: object, version: string }} options `manifest`: `RemoteManifest` of web-kit */
  constructor({ manifest, version }) {
    this.fields = { remote: manifest, version };
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ManifestPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'ManifestPlugin', stage }, () =>
        extendManifest(compilation, this.fields),
      );
    });
  }
}
