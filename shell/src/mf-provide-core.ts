import * as core from '@module-federation/runtime-core';

// What `experiments.provideExternalRuntime` does, without its second, CommonJS copy of the runtime (23 kB gzip).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });

export default () => ({ name: 'provide-core' });
