import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ToolFault } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'
import { canary, type Scene } from './scene.ts'
import type { AttackResult } from './try-attack.ts'

/** What someone else can put in the place of `sub/deep/a.txt` or above it. Each leads out if it is followed. */
const swaps: Readonly<Record<string, (scene: Scene) => void>> = {
  'the file by a link': (scene) => {
    replaceBy(scene, 'sub/deep/a.txt', (path) => symlinkSync(join(scene.outside, 'a.txt'), path))
  },
  'the file by a second name of another': (scene) => {
    replaceBy(scene, 'sub/deep/a.txt', (path) => linkSync(join(scene.outside, 'a.txt'), path))
  },
  'the file by a pipe': (scene) => replaceBy(scene, 'sub/deep/a.txt', (path) => execFileSync('mkfifo', [path])),
  'the file by a folder': (scene) => replaceBy(scene, 'sub/deep/a.txt', (path) => mkdirSync(path)),
  'its folder by a link': (scene) => replaceBy(scene, 'sub/deep', (path) => symlinkSync(scene.outside, path)),
  'a folder above by a link': (scene) => {
    replaceBy(scene, 'sub', (path) => symlinkSync(join(scene.outside, 'sub'), path))
  },
}

/** What a call does to the file. Resolves to what it would show. */
export const uses: Readonly<Record<string, (files: FileAccess) => Promise<string>>> = {
  read: async (files) => Buffer.from(await files.readBytes('sub/deep/a.txt', { maxBytes: 100 })).toString(),
  replace: async (files) => (await files.write('sub/deep/a.txt', Buffer.from('mine'), { mode: 'replace' })).hash,
  'replace with its folders': async (files) => {
    const options = { mode: 'replace', createDirectories: true } as const
    return (await files.write('sub/deep/a.txt', Buffer.from('mine'), options)).hash
  },
  append: async (files) => (await files.write('sub/deep/a.txt', Buffer.from('mine'), { mode: 'append' })).hash,
  remove: async (files) => String((await files.remove('sub/deep/a.txt', { recursive: true })).backedUp),
  'move away': async (files) =>
    String((await files.move('sub/deep/a.txt', 'elsewhere.txt', { overwrite: true })).backedUp),
  'move onto': async (files) => String((await files.move('other.txt', 'sub/deep/a.txt', { overwrite: true })).backedUp),
  list: async (files) => (await Array.fromAsync(files.walk('sub/deep'))).map((entry) => entry.path).join(),
}

export interface SwapAttack {
  readonly swap: string
  readonly use: string
}

export const swapAttacks: readonly SwapAttack[] = Object.keys(swaps).flatMap((swap) =>
  Object.keys(uses).map((use) => ({ swap, use })),
)

/** Gives a scene the file that is fought over, and a call whose paths were checked before the fight. */
export async function checkedFiles(scene: Scene): Promise<FileAccess> {
  scene.file('workspace/sub/deep/a.txt', 'inside')
  scene.file('workspace/other.txt', 'inside')
  for (const place of ['outside/a.txt', 'outside/sub/deep/a.txt', 'outside/deep/a.txt']) scene.file(place, canary)
  scene.file('outside/sub/deep/only-outside', canary)
  scene.file('outside/only-outside', canary)
  return scene.files(
    { kind: 'path', path: 'sub/deep/a.txt', access: 'write' },
    { kind: 'path', path: 'sub/deep/a.txt', access: 'delete', recursive: true },
    { kind: 'path', path: 'other.txt', access: 'delete' },
    { kind: 'path', path: 'elsewhere.txt', access: 'write' },
    { kind: 'path', path: 'sub/deep', access: 'list' },
  )
}

/** Replaces something between the check of a call and its use, and says what the call gained. */
export async function trySwap(scene: Scene, { swap, use }: SwapAttack): Promise<AttackResult> {
  const files = await checkedFiles(scene)
  swaps[swap]?.(scene)
  const before = scene.fingerprint()
  const seen = await shown(uses[use]?.(files) ?? Promise.reject(new Error(`no use is called ${use}`)))
  if (isFromOutside(seen ?? '')) return { breach: 'showed what lies outside' }
  if (scene.fingerprint() !== before) return { breach: 'changed what lies outside' }
  return seen === undefined ? 'refused' : 'harmless'
}

/** What a use showed, undefined where it was refused. */
export async function shown(use: Promise<string>): Promise<string | undefined> {
  try {
    return await use
  } catch (error) {
    if (ToolFault.isInstance(error)) return undefined
    throw error
  }
}

export function isFromOutside(text: string): boolean {
  return text.includes(canary) || text.includes('only-outside')
}

function replaceBy(scene: Scene, name: string, create: (path: string) => void): void {
  const path = join(scene.workspace, name)
  renameSync(path, join(scene.root, 'replaced'))
  create(path)
}
