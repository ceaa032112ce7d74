import HtmlWebpackPlugin from 'html-webpack-plugin';

/** Puts the styles of the entry into the page: as a file they would delay the first paint by a round trip. */
export class InlineStylesPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap('InlineStylesPlugin', (compilation) => {
      const contentOf = (href) =>
        compilation
          .getAsset(href.replace(/^\//, ''))
          .source.source()
          .toString()
          .replace(/\s*\/\*# sourceMappingURL=.*?\*\/\s*/g, '');
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTags.tap('InlineStylesPlugin', (data) => {
        data.assetTags.styles = data.assetTags.styles.map((tag) => ({
          ...tag,
          tagName: 'style',
          voidTag: false,
          attributes: {},
          innerHTML: contentOf(tag.attributes.href),
        }));
        return data;
      });
    });
  }
}
