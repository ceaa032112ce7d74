declare module '*.css';

declare const process: { env: { NODE_ENV?: string; BUILD_VERSION?: string } };
