import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { containerOf, FRONT_PORTS, localAddresses, REMOTES } from '@piecework/federation/fronts';
import swc from '@swc/core';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { manifestPlugin, publicFolderPlugin } from './asset-plugins.mjs';
import { firstViewPlugin } from './first-view/plugin.mjs';
import { InlineStylesPlugin } from './inline-styles.mjs';
import { sharedByRemote, sharedByShell } from './shared.mjs';
import { ShellCompatibilityPlugin, shellContractPlugin } from './shell-compatibility.mjs';
import { sourceId } from './source-id.mjs';

const require = createRequire(import.meta.url);
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The base port P: the shell's own. */
const BASE_PORT = Number(process.env.PORT ?? 3000);

/** `version+sources`, unless BUILD_VERSION is set. */
function versionOf(dir) {
  const { version } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  return process.env.BUILD_VERSION ?? `${version}+${sourceId(dir)}`;
}

/** What every build has in common, federated or not. */
export function baseConfig({ dir, name, isProduction, publicPath, prefix = '', plugins = [] }) {
  const fileName = (kind, extension) => `${prefix}${kind}/[name]${isProduction ? '.[contenthash:8]' : ''}.${extension}`;
  return {
    name,
    mode: isProduction ? 'production' : 'development',
    context: dir,
    devtool: isProduction ? 'hidden-source-map' : 'eval-cheap-module-source-map',
    output: {
      path: path.join(dir, 'dist'),
      uniqueName: name,
      publicPath,
      crossOriginLoading: 'anonymous',
      filename: fileName('js', 'js'),
      chunkFilename: fileName('js', 'js'),
      assetModuleFilename: `${prefix}assets/[name].[contenthash:8][ext]`,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: isProduction ? smallerModules() : {} },
    module: {
      rules: [
        { test: /\.[jt]sx?$/, exclude: /node_modules/, use: swcLoader(isProduction) },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'], sideEffects: true },
        { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
      ],
    },
    optimization: { minimizer: [minimizer()] },
    cache: {
      type: 'filesystem',
      name: `${name}-${isProduction ? 'production' : 'development'}`,
      buildDependencies: { config: [import.meta.filename, path.join(dir, 'webpack.config.js')] },
    },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.BUILD_VERSION': JSON.stringify(versionOf(dir)) }),
      new MiniCssExtractPlugin({ filename: fileName('css', 'css'), chunkFilename: fileName('css', 'css') }),
      ...plugins,
    ],
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

const folderOf = (name, folder) => path.join(path.dirname(require.resolve(`${name}/package.json`)), folder);

const smallerModules = () => {
  // The exports of react-router name its development build in every mode; that one logs warnings, and is larger.
  const router = folderOf('react-router', 'dist/production');
  return {
    'react-router$': path.join(router, 'index.mjs'),
    'react-router/dom$': path.join(router, 'dom-export.mjs'),
    // Imported by styled-components, which uses it only with `enableVendorPrefixes`.
    [folderOf('stylis', 'src/Prefixer.js')]: false,
    // For remotes that a build names: the shell registers its remotes at run time.
    [folderOf('@module-federation/webpack-bundler-runtime', 'dist/remotes.js')]: false,
  };
};

/** Removes white space and comments of CSS, and unused elements. */
const smallerStyles = {
  plugins: [['@swc/plugin-styled-components', { minify: true, pure: true, displayName: false, ssr: false }]],
  cacheRoot: path.join(ROOT, 'node_modules/.cache/swc'),
};

const swcLoader = (isProduction) => ({
  loader: 'swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development: !isProduction } },
      ...(isProduction && { experimental: smallerStyles }),
    },
  },
});

const minimizer = () =>
  new TerserPlugin({
    minify: TerserPlugin.swcMinify,
    extractComments: false,
    terserOptions: { compress: { passes: 2 }, format: { comments: false } },
  });

/**
 * The HTML page of a build. The script `src/NAME.js` is inlined in place of `<!--NAME-->`, so that it runs before the bundle loads; the SVG file of
 * `{{public/NAME.svg}}` becomes a data URL.
 */
export function htmlPage({ dir, template, title }) {
  return new HtmlWebpackPlugin({
    publicPath: '/',
    scriptLoading: 'defer',
    chunks: ['main'],
    templateContent: ({ compilation }) =>
      fs
        .readFileSync(template, 'utf8')
        .replaceAll('{{title}}', title)
        .replace(/{{(public\/[\w-]+\.svg)}}/g, (_, file) => svgUrl(path.join(dir, file)))
        .replace(/<!--([\w-]+)-->/g, (_, name) =>
          inlineScript(dir, name).replace('"__dashboard__"', JSON.stringify(filesOf(compilation, 'dashboard'))),
        ),
  });
}

/** The files of the chunk group, including those of shared modules that no earlier chunk uses. */
function filesOf({ namedChunkGroups, chunkGraph }, name) {
  const group = namedChunkGroups.get(name);
  if (!group) return [];
  const blocks = group.chunks
    .flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)])
    .filter(({ type }) => type === 'consume-shared-module')
    .flatMap((module) => module.blocks);
  const groups = [group, ...blocks.map((block) => chunkGraph.getBlockChunkGroup(block))];
  const files = groups.flatMap((one) => one?.getFiles() ?? []);
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
}

const svgUrl = (file) =>
  `data:image/svg+xml,${encodeURIComponent(fs.readFileSync(file, 'utf8').replace(/\n\s*/g, ''))}`;

const inlineScript = (dir, name) => {
  const code = fs.readFileSync(path.join(dir, 'src', `${name}.js`), 'utf8');
  return `<script>${swc.minifySync(code, { compress: true, mangle: true }).code}</script>`;
};

/** The build of the first views. Not in development, where the page is served without them. */
const firstViews = ({ dir, name, entry, isProduction }) =>
  isProduction
    ? [
        firstViewPlugin({
          name,
          entry,
          config: baseConfig({ dir, name: `${name}_first_view`, isProduction, publicPath: '/' }),
        }),
      ]
    : [];

/** The manifests of this checkout, by container. */
const localManifests = async () =>
  Object.fromEntries(
    await Promise.all(
      REMOTES.map(async (front) => {
        const { manifest } = await import(path.join(ROOT, front, 'src/manifest.mjs'));
        return [containerOf(front), manifest];
      }),
    ),
  );

/** Serves the same `/remotes.json` as the front server: all addresses use the page's host name. */
const devServer = (dir, port) => ({
  port,
  host: 'localhost',
  // Hosts whose pages may open the live-reload socket.
  allowedHosts: ['localhost', '127.0.0.1'],
  historyApiFallback: true,
  hot: false,
  liveReload: true,
  headers: { 'access-control-allow-origin': '*' },
  static: fs.existsSync(path.join(dir, 'public')) ? { directory: path.join(dir, 'public') } : false,
  client: { overlay: false },
  setupMiddlewares: (middlewares, server) => {
    server.app.get('/remotes.json', async (request, response) => {
      const { gateway, remotes } = localAddresses(request.hostname, BASE_PORT);
      const manifests = await localManifests();
      const directory = Object.entries(remotes).map(([name, entry]) => [
        name,
        { entry, version: 'development', manifest: manifests[name] },
      ]);
      response.json({ gateway, remotes: Object.fromEntries(directory) });
    });
    return middlewares;
  },
});

/**
 * The host: ships the singletons, the router, the session.
 *
 * @param {{ dir: string }} options the shell's folder
 */
export function shellConfig({ dir }) {
  return (_env, { mode }) => {
    const federation = new ModuleFederationPlugin({
      name: 'shell',
      shared: sharedByShell(),
      shareStrategy: 'loaded-first',
      manifest: false,
      dts: false,
      dev: false,
      runtimePlugins: [path.join(dir, 'src/mf-resilience.ts'), path.join(dir, 'src/mf-provide-core.ts')],
      experiments: { optimization: { target: 'web' } },
    });
    const page = htmlPage({ dir, template: path.join(dir, 'src/index.html'), title: 'Piecework' });
    const config = baseConfig({
      dir,
      name: 'shell',
      isProduction: mode === 'production',
      publicPath: '/',
      plugins: [
        page,
        new InlineStylesPlugin(),
        federation,
        shellContractPlugin(),
        publicFolderPlugin(dir),
        ...firstViews({ dir, name: 'shell', entry: './src/first-view.tsx', isProduction: mode === 'production' }),
      ],
    });
    config.entry = { main: './src/index.ts' };
    config.output.clean = true;
    config.devServer = devServer(dir, BASE_PORT);
    return config;
  };
}

/**
 * A remote: a container that uses the shell's singletons, and a standalone page of the same sources.
 *
 * @param {object} options
 * @param {string} options.dir the remote's folder, whose name is that of the container
 * @param {object} options.manifest `RemoteManifest` of web-kit
 */
export function remoteConfig({ dir, manifest }) {
  const folder = path.basename(dir);
  const name = containerOf(folder);
  if (!Object.hasOwn(FRONT_PORTS, folder))
    throw new Error(`packages/federation/src/fronts.mjs has no ${folder}: docs/deploy-a-remote.md, "Add a remote".`);
  return (_env, { mode }) => {
    const isProduction = mode === 'production';
    const container = containerConfig({ dir, name, manifest, isProduction });
    container.devServer = devServer(dir, BASE_PORT + FRONT_PORTS[folder]);
    const template = path.join(import.meta.dirname, 'standalone.html');
    const standalone = baseConfig({
      dir,
      name: `${name}_standalone`,
      isProduction,
      publicPath: '/',
      prefix: 'standalone/',
      plugins: [htmlPage({ dir, template, title: manifest.title }), new InlineStylesPlugin()],
    });
    standalone.entry = { main: './src/standalone.tsx' };
    return [container, standalone];
  };
}

/** A module that renders the routes of the remote. */
const firstViewEntry = (dir, name) =>
  `data:text/javascript,${encodeURIComponent(
    [
      `import remote from ${JSON.stringify(path.join(dir, 'src/routes.tsx'))};`,
      `import { renderFirstViews } from ${JSON.stringify(require.resolve('@piecework/web-kit/first-view'))};`,
      `export default renderFirstViews(remote, ${JSON.stringify(name.replace(/^mf_/, ''))});`,
    ].join('\n'),
  )}`;

/** Bytes of source from which on what pages share is a file of its own. */
const SHARED_BYTES = 2_000;

function containerConfig({ dir, name, manifest, isProduction }) {
  const federation = new ModuleFederationPlugin({
    name,
    exposes: { './routes': './src/routes' },
    filename: isProduction ? 'js/remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
    shared: sharedByRemote(dir),
    shareStrategy: 'loaded-first',
    manifest: true,
    dts: false,
    dev: false,
    experiments: { externalRuntime: true, optimization: { target: 'web' } },
  });
  const container = baseConfig({
    dir,
    name,
    isProduction,
    publicPath: 'auto',
    plugins: [
      federation,
      manifestPlugin({ manifest, version: versionOf(dir) }),
      new ShellCompatibilityPlugin({ dir, name }),
      ...firstViews({ dir, name, entry: firstViewEntry(dir, name), isProduction }),
    ],
  });
  container.entry = {};
  // By webpack's own limit, the pages of a dashboard would each have a copy of what several of them use (D-6.2).
  if (isProduction && manifest.role) container.optimization.splitChunks = { minSize: SHARED_BYTES };
  container.output.clean = { keep: /^(standalone|index\.html)/ };
  // Without it, a second version of the remote in the same page would use chunks of the first.
  if (isProduction) container.output.chunkLoadingGlobal = `chunks_${name}_${versionOf(dir).replace(/\W/g, '_')}`;
  return container;
}
