import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { PackedPackage } from './pack-packages.ts'

/**
 * Returns the problems that publint and "are the types wrong" find in a packed package: broken entries, wrong types.
 * Only the packed form is judged, because on a source folder both report success for packages that Node refuses to
 * load.
 */
export async function findShapeProblems(root: string, packed: PackedPackage): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: packed.folder, strict: true })
  const folder = relative(root, packed.folder)
  const lint = messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => `${folder}: publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)

  // A package that only brings a command has no types to be wrong about.
  if (packed.source.manifest.exports === undefined) return lint

  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)))
  if (!analysis.types) return [...lint, `${folder}: it has no types.`]
  const wrong = analysis.problems.filter((problem) => !isOfUnusedResolution(problem))
  return [...lint, ...wrong.map((problem) => `${folder}: are the types wrong: ${JSON.stringify(problem)}`)]
}

/** The packages are ES modules: only importers of Node and of bundlers matter. */
function isOfUnusedResolution(problem: Problem): boolean {
  return 'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)
}
