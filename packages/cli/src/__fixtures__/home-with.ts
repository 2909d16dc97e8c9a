import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ScratchFolder, scratchFolder } from './scratch-folder.ts'

/** A workspace of its own with files by relative path, and a home whose configuration is the given one. */
export function homeWith(configuration: object, files?: Parameters<typeof scratchFolder>[0]): ScratchFolder {
  const folder = scratchFolder(files)
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(configuration))
  return folder
}
