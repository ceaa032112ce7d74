import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PUBLIC_MODULES } from './shell-contract.mjs';
import { compileIn, withFolder } from './tsc.mjs';

const semver = createRequire(import.meta.url)('semver');

/**
 * What a remote that was built for `former` meets in `next`.
 *
 * @param {import('./shell-contract.mjs').Contract} former
 * @param {import('./shell-contract.mjs').Contract} next
 * @returns {{ breaks: string[], adds: string[] }} a major version, a minor version
 */
export function changesBetween(former, next) {
  const [types, versions] = [typeChanges(former.types, next.types), versionChanges(former, next)];
  return { breaks: [...types.breaks, ...versions.breaks], adds: [...types.adds, ...versions.adds] };
}

/** The reason why the version of `next` does not fit its changes; undefined when it does. */
export function versionFault(former, next) {
  const { breaks, adds } = changesBetween(former, next);
  const needed = breaks.length > 0 ? 'major' : adds.length > 0 ? 'minor' : undefined;
  if (!needed || semver.gte(next.version, semver.inc(former.version, needed))) return undefined;
  const changes = breaks.length > 0 ? breaks : adds;
  return `web-kit ${former.version} is released: these changes need version ${semver.inc(former.version, needed)} in packages/web-kit/package.json.\n${changes.join('\n')}`;
}

function versionChanges(former, next) {
  const [before, after] = [former, next].map(({ shared, libraries }) => ({ ...libraries, ...shared }));
  const others = Object.keys(before).filter((name) => !name.startsWith('@piecework/'));
  const removed = Object.keys(former.shared).filter((name) => !next.shared[name]);
  const bumped = (kinds) =>
    others
      .filter((name) => after[name] && kinds.includes(semver.diff(before[name], after[name])))
      .map((name) => `${name} ${before[name]} becomes ${after[name]}`);
  return {
    breaks: [...removed.map((name) => `${name} is no longer shared`), ...bumped(['major'])],
    adds: [
      ...Object.keys(next.shared)
        .filter((name) => !former.shared[name])
        .map((name) => `${name} is shared`),
      ...bumped(['minor']),
    ],
  };
}

function typeChanges(former, next) {
  const [breaks, adds] = [[], []];
  const changed = [];
  for (const module of Object.keys(PUBLIC_MODULES)) {
    const [before, after] = [exportsOf(former[module]), exportsOf(next[module])];
    for (const name of after.keys()) if (!before.has(name)) adds.push(`${module} exports ${name}`);
    for (const [name, { text }] of before)
      if (!after.has(name)) breaks.push(`${module} no longer exports ${name}`);
      else if (text !== after.get(name).text) changed.push({ module, name, ...before.get(name) });
  }
  for (const { module, name, fault } of faultsOf(changed, former, next))
    if (fault) breaks.push(`${module}: ${name} does not fit code for its former type: ${fault}`);
    else adds.push(`${module}: ${name} has another type`);
  return { breaks, adds };
}

/** Compiles assignments of the exports' types in `next` to those in `former`: former code gets what it can use. */
function faultsOf(changed, former, next) {
  if (changed.length === 0) return [];
  return withFolder((folder) => {
    for (const [which, types] of Object.entries({ former, next }))
      for (const [module, name] of Object.entries(PUBLIC_MODULES)) {
        fs.mkdirSync(path.join(folder, which), { recursive: true });
        fs.writeFileSync(path.join(folder, which, `${name}.d.ts`), types[module]);
      }
    const typeIn = (which, { module, name, isType, parameters }) => {
      const type = `import('./${which}/${PUBLIC_MODULES[module]}').${name}`;
      if (!isType) return `typeof ${type}`;
      return parameters > 0 ? `${type}<${Array(parameters).fill('any').join(', ')}>` : type;
    };
    const lines = changed.map(
      (one, index) => `export const c${index}: ${typeIn('former', one)} = null as unknown as ${typeIn('next', one)};`,
    );
    const file = path.join(folder, 'compare.ts');
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    const errors = compileIn(folder, { files: [file] });
    const faults = new Map(
      [...errors.matchAll(/compare\.ts\((\d+),\d+\): error \w+: (.*(?:\n {2}.*)*)/g)].map(([, line, fault]) => [
        Number(line) - 1,
        fault.replace(/import\("[^"]*"\)\./g, ''),
      ]),
    );
    if (errors && faults.size === 0) throw new Error(errors);
    return changed.map((one, index) => ({ ...one, fault: faults.get(index) }));
  });
}

/**
 * The exports of a rolled-up declaration text: name → its declaration with all that it refers to.
 *
 * @returns {Map<string, { text: string, isType: boolean, parameters: number }>}
 */
function exportsOf(text) {
  const blocks = text.split(/\n\n(?=\S)|\n(?=import )/).map((block) => block.trim());
  const declarations = new Map();
  for (const block of blocks) {
    const name =
      /^(?:export )?declare (?:abstract )?(?:const|function|class|interface|type|enum) (\w+)/.exec(block)?.[1] ??
      /^import (?:type )?\{ (?:\w+ as )?(\w+) \} from/.exec(block)?.[1];
    // Overloads.
    if (name) declarations.set(name, `${declarations.get(name) ?? ''}${block}\n`);
  }
  const exported = blocks.flatMap((block) => {
    const [, kind, name] = /^export declare (?:abstract )?(\w+) (\w+)/.exec(block) ?? [];
    if (name) return [[name, name, kind]];
    const [, local, alias = local] = /^export \{ (\w+)(?: as (\w+))? \}$/.exec(block) ?? [];
    return local ? [[alias, local, 'import']] : [];
  });
  return new Map(
    exported.map(([name, local, kind]) => {
      const declaration = declarations.get(local) ?? '';
      return [
        name,
        {
          text: closureOf(local, declarations),
          // A library's types are compared by its version.
          isType: kind === 'interface' || kind === 'type',
          parameters: parametersOf(declaration.slice(declaration.indexOf(local) + local.length)),
        },
      ];
    }),
  );
}

/** The declaration with those that it refers to, in alphabetical order. */
function closureOf(name, declarations) {
  const reached = new Set([name]);
  for (const one of reached)
    for (const [word] of (declarations.get(one) ?? '').matchAll(/\w+/g)) if (declarations.has(word)) reached.add(word);
  return [...reached]
    .sort()
    .map((one) => declarations.get(one))
    .join('\n');
}

/** Number of type parameters of a declaration, whose text follows its name. */
function parametersOf(text) {
  if (!text.startsWith('<')) return 0;
  let [depth, count] = [0, 1];
  for (const [index, character] of [...text].entries()) {
    if ('<([{'.includes(character)) depth++;
    else if (')]}'.includes(character) || (character === '>' && text[index - 1] !== '=')) depth--;
    else if (character === ',' && depth === 1) count++;
    if (depth === 0) break;
  }
  return count;
}
