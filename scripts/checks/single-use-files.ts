import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isTestFile, listFiles } from '../lib/list-files.ts'
import { listImports } from '../lib/list-imports.ts'

const limit = 25

/**
 * Finds files that are slices of one procedure: at most 25 lines, imported by one file of the same folder alone, and by
 * no test. What a door offers (`index.ts`, or `exports` of the package) is for others, and so is left out.
 * Also finds folders that hold one source file besides their tests and their door: a folder is for several.
 */
export async function checkSingleUseFiles(root: string): Promise<CheckResult> {
  const sources = new Map(
    listFiles(root)
      .filter((path) => /^packages\/[^/]+\/(src|bin)\/.*\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  const importers = new Map<string, string[]>()
  for (const [path, source] of sources) {
    for (const imported of listImports(path, source)) {
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }

  const doors = new Set(
    listFiles(root)
      .filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
      .flatMap((path) => doorsOf(dirname(path), readFileSync(join(root, path), 'utf8'))),
  )

  const problems = [...sources].flatMap(([path, source]) => {
    const [importer, ...others] = importers.get(path) ?? []
    if (importer === undefined || others.length > 0 || isTestFile(path) || isTestFile(importer)) return []
    if (doors.has(path)) return []
    if (basename(importer) === 'index.ts' || dirname(importer) !== dirname(path)) return []
    const lines = source.trimEnd().split('\n').length
    if (lines > limit) return []
    return [
      `${path} has ${lines} lines, and only ${importer} imports it: move them there, or test the file separately.`,
    ]
  })
  return resultOf([...problems, ...lonelyFiles([...sources.keys()])])
}

/** The test support of a package stays apart from its code, even if it is one file. */
const mayBeLonely = /\/src\/testing\//

function lonelyFiles(sources: readonly string[]): string[] {
  const folders = Map.groupBy(
    sources.filter((path) => !isTestFile(path)),
    dirname,
  )
  const hasInner = (folder: string) => [...folders.keys()].some((other) => other.startsWith(`${folder}/`))
  return [...folders].flatMap(([folder, paths]) => {
    if (!/\/src\/./.test(folder) || hasInner(folder)) return []
    const [only, ...others] = paths.filter((path) => basename(path) !== 'index.ts')
    if (others.length > 0 || paths.some((path) => mayBeLonely.test(path))) return []
    return [`${only ?? folder} is the only source file in its folder: move it to the folder that it belongs to.`]
  })
}

/** The files that a package's `exports` name. */
function doorsOf(folder: string, text: string): string[] {
  const { exports = {} } = JSON.parse(text) as { readonly exports?: Readonly<Record<string, unknown>> }
  return Object.values(exports).flatMap((target) => (typeof target === 'string' ? [join(folder, target)] : []))
}
