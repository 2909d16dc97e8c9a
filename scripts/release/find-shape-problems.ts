import { relative } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { runTool } from '../lib/run.ts'
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

  const { code, stdout, stderr } = await runTool(root, 'attw', [
    packed.tarball,
    '--profile=esm-only',
    '--format=ascii',
    '--no-color',
    '--no-emoji',
  ])
  return code === 0 ? lint : [...lint, `${folder}: attw: ${stdout}${stderr}`]
}
