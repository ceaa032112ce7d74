import fs from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';

/** Copies `public/` into the build unchanged: files that are requested by a fixed name, such as an icon. */
export class PublicFolderPlugin {
  constructor(dir) {
    this.folder = path.join(dir, 'public');
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PublicFolderPlugin', (compilation) => {
      if (!fs.existsSync(this.folder)) return;
      compilation.contextDependencies.add(this.folder);
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'PublicFolderPlugin', stage }, () => {
        for (const name of fs.readdirSync(this.folder))
          compilation.emitAsset(name, new webpack.sources.RawSource(fs.readFileSync(path.join(this.folder, name))));
      });
    });
  }
}
