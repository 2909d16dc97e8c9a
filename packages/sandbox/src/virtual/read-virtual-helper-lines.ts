import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileAccess, FileProvenance, HelperRequest, LineReader, ProcessRunner } from '@drawbridge/core/machine'
import { type CopiedFile, copyForHelper } from './helper-copy.ts'
import { mergeNewestFirst } from './merge-newest-first.ts'
import type { VirtualScene } from './virtual-scene.ts'

export interface HelperScene {
  readonly scene: VirtualScene
  readonly disk: Pick<ProcessRunner, 'readHelperLines'>
  readonly files: Pick<FileAccess, 'readIgnoreFile'>
  readonly scratch: string
  readonly provenance?: FileProvenance | undefined
}

/** The places that a search program reads: the disk, copies of stored files, or both in turn. */
type Place =
  | { readonly on: 'disk' }
  | { readonly on: 'copies' | 'both' /** Relative to the workspace. */; readonly folder: string }

/**
 * Runs a search program on the disk and once more on copies of what is virtual, so that both are searched in the same way. It works in
 * its folder and names what it looks at by its last argument, relative to that: so what it prints needs no change.
 */
export function readVirtualHelperLines(request: HelperRequest, helper: HelperScene): LineReader {
  const place = placeOf(request, helper.scene)
  if (place.on === 'disk') return helper.disk.readHelperLines(request)
  const exit = Promise.withResolvers<Exit>()
  exit.promise.catch(() => undefined)
  return { exit: exit.promise, [Symbol.asyncIterator]: () => readLines(request, place, helper, exit) }
}

type Exit = Awaited<LineReader['exit']>

async function* readLines(
  request: HelperRequest,
  { on, folder }: Exclude<Place, { on: 'disk' }>,
  { scene, disk, files, scratch, provenance }: HelperScene,
  exit: PromiseWithResolvers<Exit>,
): AsyncGenerator<string, void> {
  const started: LineReader[] = []
  const start = (own: HelperRequest): LineReader => {
    const reader = disk.readHelperLines(own)
    started.push(reader)
    return reader
  }
  try {
    const kept = await filesFor(request, scene, provenance)
    const isEmpty = !kept.some(({ path }) => folder === '' || path.startsWith(`${folder}/`))
    const rules = await files.readIgnoreFile(scene.places.workspace).catch(() => undefined)
    await using copy = await copyForHelper(scratch, kept, rules)
    const copies = isEmpty ? [] : start({ ...request, cwd: join(copy.folder, folder) })
    if (on === 'copies') yield* copies
    else {
      const rest = start({ ...request, argv: withoutVirtual(request.argv, scene) })
      if (request.argv.includes(newestFirst)) {
        yield* mergeNewestFirst([
          { lines: copies, modifiedMs: (line) => modifiedOf(join(copy.folder, folder, line)) },
          { lines: rest, modifiedMs: (line) => modifiedOf(join(request.cwd, line)) },
        ])
      } else {
        yield* copies
        yield* rest
      }
    }
    exit.resolve(joinExits(await Promise.all(started.map((reader) => reader.exit))))
  } catch (error) {
    exit.reject(error)
    throw error
  } finally {
    // After an early end; settled already otherwise.
    exit.resolve({ exitCode: 0, stderr: '' })
  }
}

/** The option that tells ripgrep the order. */
const newestFirst = '--sortr=modified'
/** And that it only lists files, so that what is in them does not matter. */
const namesOnly = '--files'

async function filesFor(
  { argv }: HelperRequest,
  { tree, places }: VirtualScene,
  provenance: FileProvenance | undefined,
): Promise<readonly CopiedFile[]> {
  if (argv.includes(namesOnly)) return (await tree.list()).map((file) => ({ ...file, text: '' }))
  const contents = await tree.readAll()
  for (const { path, trust = 'untrusted' } of contents) provenance?.noteRead(places.real(path), trust)
  return contents
}

function placeOf({ cwd, argv }: HelperRequest, { places }: VirtualScene): Place {
  const inside = places.locate(cwd)
  if (inside !== undefined) return { on: 'copies', folder: inside }
  if (cwd !== places.workspace) return { on: 'disk' }
  const start = (argv.at(-1) ?? '').replace(/^\.\//, '')
  if (start === '') return { on: 'both', folder: '' }
  return places.locate(join(cwd, start)) === undefined ? { on: 'disk' } : { on: 'copies', folder: '' }
}

/** Files on disk with virtual names are not even read: matches there would be counted. */
function withoutVirtual([program = '', ...rest]: readonly string[], { tree }: VirtualScene): readonly string[] {
  return [program, ...tree.roots.map(({ name }) => `--iglob=!/${name}`), ...rest]
}

async function modifiedOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}

/** Errors before matches before none, as the program itself would say it of both together. */
function joinExits(exits: readonly Exit[]): Exit {
  const codes = exits.map(({ exitCode }) => exitCode)
  const failed = codes.find((code) => code !== 0 && code !== 1)
  const exitCode = failed !== undefined ? failed : codes.includes(0) ? 0 : 1
  return { exitCode, stderr: exits.map(({ stderr }) => stderr).join('') }
}
