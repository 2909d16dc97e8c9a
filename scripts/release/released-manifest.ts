import type { ExportTarget, Manifest } from '../lib/workspace-packages.ts'

/**
 * The package.json that is published, made from the one in the repository: TypeScript sources in `exports` become
 * compiled files with their types, and packages of this repository are named by their exact version.
 * @param versions version of each package of the workspace, by name.
 * @throws when it depends on a package of ours that is not published.
 */
export function releasedManifest(manifest: Manifest, versions: ReadonlyMap<string, string>): Manifest {
  const { devDependencies: _development, scripts: _scripts, exports, dependencies, ...kept } = manifest
  return {
    ...kept,
    files: ['bin', 'dist', '*.schema.json'],
    publishConfig: { access: 'public' },
    ...(exports && { exports: mapValues(exports, releasedTarget) }),
    ...(dependencies && {
      dependencies: mapValues(dependencies, (range, name) => releasedRange(name, range, versions)),
    }),
  }
}

function releasedTarget(target: ExportTarget): ExportTarget {
  if (typeof target !== 'string') return mapValues(target, releasedTarget)
  const module = /^\.\/src\/(.+)\.tsx?$/.exec(target)?.[1]
  return module === undefined ? target : { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` }
}

function releasedRange(name: string, range: string, versions: ReadonlyMap<string, string>): string {
  if (!name.startsWith('@drawbridge/')) return range
  const version = versions.get(name)
  if (version === undefined) throw new Error(`${name} is a dependency but not a published package of this repository.`)
  return version
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
