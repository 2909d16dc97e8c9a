import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.ts'
import type { PackedPackage } from './pack-packages.ts'

/**
 * Uses an installation with one version of Node: loads every entry of every package, starts every command and runs
 * every example. Packages with a command are started and not loaded, because loading one would run it.
 * @param node absolute path of the Node to use.
 * @param entriesAre `apart`: each entry is loaded by a process of its own, so that none needs another to be loaded before it.
 * @returns what went wrong.
 */
export async function tryInstallation(
  folder: string,
  packages: readonly PackedPackage[],
  node: string,
  entriesAre: 'apart' | 'together',
): Promise<string[]> {
  const libraries = packages.filter(({ source }) => source.manifest.bin === undefined)
  const commands = packages.flatMap(({ source }) => Object.keys(source.manifest.bin ?? {}))
  const entries = libraries.flatMap(({ source: { manifest } }) =>
    Object.keys(manifest.exports ?? {}).map((entry) => manifest.name + entry.slice(1)),
  )
  const examples = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const attempts: { what: string; args: string[] }[] = [
    ...(entriesAre === 'apart' ? entries.map((entry) => [entry]) : [entries]).map((loaded) => ({
      what: `import ${loaded.join(', ')}`,
      args: [
        '--input-type=module',
        '--eval',
        loaded.map((entry) => `await import(${JSON.stringify(entry)})`).join('\n'),
      ],
    })),
    ...commands.map((name) => ({ what: `${name} --help`, args: [join('node_modules/.bin', name), '--help'] })),
    ...examples.map((name) => ({ what: `examples/${name}`, args: [name] })),
  ]
  const problems: string[] = []
  for (const { what, args } of attempts) {
    const env = {
      DRAWBRIDGE_HOME: join(folder, 'home'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      NODE_COMPILE_CACHE: join(folder, 'cache/compiled'),
    }
    const { code, stdout, stderr } = await run(node, args, { cwd: folder, env })
    if (code !== 0)
      problems.push(`Installed from tarballs, \`${what}\` ends with ${code} on ${node}:\n${stdout}${stderr}`)
  }
  return problems
}
