import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.ts'
import { type Manifest, publishedPackages, type WorkspacePackage } from '../lib/workspace-packages.ts'
import { bundleModules, type TakenIn } from './bundle-modules.ts'
import { compilePackages } from './compile-packages.ts'
import { type OwnModules, ownModules } from './own-modules.ts'
import { releasedManifest } from './released-manifest.ts'
import { writeRelease } from './write-release.ts'

export type PackedPackage = {
  readonly source: WorkspacePackage
  /** `.release/<folder>/`, laid out as published. */
  readonly folder: string
  /** The file that `npm install` takes. */
  readonly tarball: string
}

/** The modules that most commands load. They are joined into one file instead of hundreds. */
const start = [
  'cli/src/command-line/run-command-line.js',
  'cli/src/command-line/create-program.js',
  'cli/src/io/create-process-io.js',
  'cli/src/commands/call.js',
  'cli/src/commands/mcp.js',
  'cli/src/commands/tools.js',
  'cli/src/call/run-call.js',
  'cli/src/session/open-command-session.js',
  'cli/src/tools/tools-json.js',
  'core/src/registry/connect-source.js',
  'sdk/src/web/web-rows.js',
  '@drawbridge/sdk',
  '@drawbridge/sdk/built-in-rooms',
  '@drawbridge/core/question',
  '@drawbridge/sandbox/fingerprint',
  '@drawbridge/store/database',
  '@drawbridge/store/secrets',
]

/** The packages of others that many commands load; the MCP server loads more than a hundred files of theirs. */
const joined = ['commander', '@modelcontextprotocol/server', '@modelcontextprotocol/core', 'diff', 'yaml', 'zod']

/** The modules of tools that rooms bring, by their path: a list of all tools loads them together. */
const toolModule = /[/-]tools?(?:\.js$|\/)|\/(?:code-map|time|todo)\/src\//

/**
 * Builds every published package into `.release/<folder>/` and packs it into `.release/tarballs/`.
 * @throws when a package does not compile, lacks a README or cannot be packed.
 */
export async function packPackages(root: string): Promise<PackedPackage[]> {
  const packages = publishedPackages(root)
  const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]))
  rmSync(join(root, '.release'), { recursive: true, force: true })
  const build = await compilePackages(root, packages)
  const own = ownModules(packages, build)
  const folders = await Promise.all(
    packages.map(async (source) => {
      const isCommand = source.manifest.bin !== undefined
      const manifest = releasedManifest(
        isCommand ? withDependenciesOf(source.manifest, packages) : source.manifest,
        versions,
      )
      const folder = writeRelease(root, source, manifest, join(build, source.folder, 'src'))
      await bundleModules(folder, manifest, isCommand ? takenIn(own, build, source) : undefined)
      return { source, folder }
    }),
  )
  rmSync(build, { recursive: true })
  const tarballs = await packFolders(
    root,
    folders.map(({ folder }) => folder),
  )
  return folders.map(({ source, folder }) => {
    const { name } = source.manifest
    const tarball = tarballs.get(name)
    if (tarball === undefined) throw new Error(`npm pack made no tarball of ${name}.`)
    return { source, folder, tarball }
  })
}

/**
 * A command takes the packages of this repository in, so that starting it resolves and reads few files. Then it needs what they
 * need, but for what is joined with it.
 * It still depends on them: threads and rooms of others import them by name.
 */
function withDependenciesOf(manifest: Manifest, packages: readonly WorkspacePackage[]): Manifest {
  const theirs = packages.map((one) => one.manifest.dependencies ?? {})
  const all = Object.entries({ ...Object.assign({}, ...theirs), ...manifest.dependencies } as Record<string, string>)
  return { ...manifest, dependencies: Object.fromEntries(all.filter(([name]) => !joined.includes(name))) }
}

/** Lists the parts of a command besides its own modules, and the modules that are loaded together. */
function takenIn(own: OwnModules, build: string, { folder }: WorkspacePackage): TakenIn {
  const modulesOf = (modules: readonly string[]) =>
    modules.map((each) => own.find(each) ?? join(build, each)).filter((module) => existsSync(module))
  const group = (name: string, roots: readonly string[]) => ({ name, roots, modules: own.loadedWith(roots, joined) })
  const tools = own.importedLater(own.loadedWith(modulesOf(['@drawbridge/tools'])))
  const toolsOfRooms = [...own.importedLater(own.loadedWith(modulesOf(['@drawbridge/sdk/built-in-rooms'])))].filter(
    (module) => toolModule.test(module),
  )
  return {
    own,
    compiled: join(build, folder, 'src'),
    others: joined,
    shared: ['zod', 'yaml'],
    start: group('start', modulesOf(start)),
    groups: [
      group('tools', [...tools]),
      group('room-tools', toolsOfRooms),
      group('mcp', modulesOf(['cli/src/mcp/run-mcp-server.js'])),
    ],
  }
}

/** The tarball of each folder, by the name of its package. */
async function packFolders(root: string, folders: readonly string[]): Promise<Map<string, string>> {
  const destination = join(root, '.release/tarballs')
  mkdirSync(destination, { recursive: true })
  const { code, stdout, stderr } = await run(
    'npm',
    ['pack', ...folders, '--pack-destination', destination, '--json', '--ignore-scripts'],
    { cwd: root },
  )
  if (code !== 0) throw new Error(`npm pack failed:\n${stderr}${stdout}`)
  const packed: { name: string; filename: string }[] = Object.values(JSON.parse(stdout))
  return new Map(packed.map(({ name, filename }) => [name, join(destination, filename)]))
}
