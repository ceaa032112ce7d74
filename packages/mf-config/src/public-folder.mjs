import fs from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';

/** Puts the files of a front's `public/` beside its build as they are: an icon or a manifest that is asked for by a fixed name. */
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
          compilation.emitAsset(
            name,
            new webpack.sources.RawSource(fs.readFileSync(path.join(this.folder, name))),
          );
      });
    });
  }
}
