// Run after every `npm install`:  npm run complete-lock
//
// Packages with native code list one optional package per platform. A registry mirror that carries only the
// Linux ones makes `npm install` leave the others out of package-lock.json, and `npm ci` then refuses the lock
// ("Missing: @swc/core-darwin-arm64 from lock file"). This adds the missing entries. They name their platform,
// so npm skips them where they do not belong and fetches them from a full registry where they do.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x x64'.split(' ');
const NOWHERE = 'unsupported'; // for a name without a platform (wasm32 builds): never installed

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = missingPlatformPackages(lock.packages);
if (Object.keys(added).length > 0) {
  const all = { ...lock.packages, ...added };
  lock.packages = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en'))); // npm's order
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`package-lock.json: ${Object.keys(added).length} platform packages added.`);

function missingPlatformPackages(packages) {
  const found = {};
  for (const [owner, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const isPinned = /^\d/.test(version); // platform packages are; other optional dependencies may be ranges
      if (!isPinned || nearest(packages, owner, name)?.version === version) continue;
      const top = `node_modules/${name}`;
      const taken = found[top] ?? packages[top];
      const place = !taken || taken.version === version ? top : `${owner}/${top}`;
      found[place] = {
        version,
        optional: true,
        ...(entry.dev && { dev: true }),
        ...(entry.peer && { peer: true }),
        ...platformOf(name),
      };
    }
  }
  return found;
}

/** Resolves a package as Node does: beside the owner, then in each parent folder. */
function nearest(packages, owner, name) {
  const parts = owner.split('/node_modules/');
  for (let depth = parts.length; depth > 0; depth--) {
    const found = packages[`${parts.slice(0, depth).join('/node_modules/')}/node_modules/${name}`];
    if (found) return found;
  }
  return packages[`node_modules/${name}`];
}

function platformOf(name) {
  const words = name.split(/[-/]/);
  return {
    os: [words.find((word) => SYSTEMS.includes(word)) ?? NOWHERE],
    cpu: [words.find((word) => PROCESSORS.includes(word)) ?? NOWHERE],
  };
}
