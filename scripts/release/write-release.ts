import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTestFile, listFiles } from '../lib/list-files.ts'
import { isUnpublished, type Manifest, type WorkspacePackage } from '../lib/workspace-packages.ts'

/**
 * Lays out one package as it is published: `.release/<folder>/` with compiled modules, the data files that lie among
 * the sources, its built page, JSON Schemas, `bin`, README, licence and package.json.
 * @param compiled folder of the package's compiled modules.
 * @returns the folder it wrote.
 * @throws when the package has no README.
 */
export function writeRelease(root: string, source: WorkspacePackage, manifest: Manifest, compiled: string): string {
  const target = join(root, '.release', source.folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })

  if (existsSync(compiled)) cpSync(compiled, join(target, 'dist'), { recursive: true })
  for (const path of dataFiles(source)) {
    cpSync(join(source.path, 'src', path), join(target, 'dist', path))
  }
  const page = join(source.path, 'dist/page')
  if (existsSync(page)) cpSync(page, join(target, 'dist/page'), { recursive: true })
  const bin = join(source.path, 'bin')
  if (existsSync(bin)) cpSync(bin, join(target, 'bin'), { recursive: true, filter: (path) => !isTestFile(path) })

  for (const path of schemaFiles(source)) cpSync(join(source.path, path), join(target, path))

  const readme = join(source.path, 'README.md')
  if (!existsSync(readme)) throw new Error(`${relative(root, readme)} is missing: npm shows it as the package's page.`)
  cpSync(readme, join(target, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  return target
}

/** JSON Schemas in the folder of the package, for editors. */
function schemaFiles(source: WorkspacePackage): string[] {
  return readdirSync(source.path).filter((name) => name.endsWith('.schema.json'))
}

function dataFiles(source: WorkspacePackage): string[] {
  const sources = join(source.path, 'src')
  if (!existsSync(sources)) return []
  return listFiles(sources).filter((path) => !/\.(tsx?|md)$/.test(path) && !isUnpublished(source, path))
}
