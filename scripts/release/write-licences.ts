import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readManifest } from '../lib/workspace-packages.ts'

/**
 * Writes the licences of the packages of others that a bundle holds to `dist/licences.txt`, as their terms require.
 * Writes nothing if there are none.
 * @param modules The modules of the bundle.
 * @throws if one of these packages has no licence file.
 */
export function writeLicences(folder: string, modules: readonly string[]): void {
  const packages = new Set(modules.filter((module) => module.includes('/node_modules/')).map(packageFolder))
  if (packages.size === 0) return
  const texts = [...packages].sort().map((each) => {
    const { name, version } = readManifest(each)
    const files = readdirSync(each).filter((file) => /^(licen[cs]e|notice)\b/i.test(file))
    if (files.length === 0) throw new Error(`${name} becomes part of the command and has no licence file.`)
    return [`${name} ${version}`, ...files.map((file) => readFileSync(join(each, file), 'utf8').trim())].join('\n\n')
  })
  writeFileSync(join(folder, 'dist/licences.txt'), `${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`)
}

/** The folder of the package that a module belongs to. Folders within it may have a package.json without a name. */
function packageFolder(module: string): string {
  let folder = dirname(module)
  while (!existsSync(join(folder, 'package.json')) || readManifest(folder).name === undefined) folder = dirname(folder)
  return folder
}
