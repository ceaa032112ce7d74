interface Manifest {
  exposes: readonly { path: string }[];
  shared: readonly { name: string; requiredVersion: string }[];
}
interface ShellContract {
  contract: number;
  shared: Record<string, string>;
}
export declare function faultsOf(manifest: Manifest, shell: ShellContract): string[];
