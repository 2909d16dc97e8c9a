import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface ScratchFolder {
  /** Real path of a folder that exists and holds the given files. */
  readonly workspace: string
  /** Not there yet. */
  readonly home: string
  /** Holds both. */
  readonly root: string
}

/** A workspace of its own with files by relative path, removed when the test ends. */
export function scratchFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): ScratchFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-cli-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const workspace = join(root, 'workspace')
  mkdirSync(workspace)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), content)
  }
  return { workspace, home: join(root, 'home'), root }
}
