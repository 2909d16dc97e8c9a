import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.ts'
import type { PackedPackage } from './pack-packages.ts'

/**
 * Uses an installation with one version of Node: loads every entry of every package, starts every command and runs
 * every example. Packages with a command are started and not loaded, because loading one would run it.
 * @param node absolute path of the Node to use.
 * @returns what went wrong.
 */
export async function tryInstallation(
  folder: string,
  packages: readonly PackedPackage[],
  node: string,
): Promise<string[]> {
  const libraries = packages.filter(({ source }) => source.manifest.bin === undefined)
  const commands = packages.flatMap(({ source }) => Object.keys(source.manifest.bin ?? {}))
  const entries = libraries.flatMap(({ source: { manifest } }) =>
    Object.keys(manifest.exports ?? {}).map((entry) => manifest.name + entry.slice(1)),
  )
  const examples = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const attempts: { what: string; args: string[] }[] = [
    ...entries.map((entry) => ({
      what: `import ${entry}`,
      args: ['--input-type=module', '--eval', `await import(${JSON.stringify(entry)})`],
    })),
    ...commands.map((name) => ({ what: `${name} --help`, args: [join('node_modules/.bin', name), '--help'] })),
    ...examples.map((name) => ({ what: `examples/${name}`, args: [name] })),
  ]
  const problems: string[] = []
  for (const { what, args } of attempts) {
    const env = { DRAWBRIDGE_HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') }
    const { code, stdout, stderr } = await run(node, args, { cwd: folder, env })
    if (code !== 0)
      problems.push(`Installed from tarballs, \`${what}\` ends with ${code} on ${node}:\n${stdout}${stderr}`)
  }
  return problems
}
