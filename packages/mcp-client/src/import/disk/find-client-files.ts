import { join } from 'node:path'
import { listSettingsFolder, readSettingsFile } from '@drawbridge/sandbox/settings-file'
import type { ClientFile } from '../client/client-file.ts'
import { clientFiles } from '../client/client-files.ts'
import { type ClientPlace, expandPaths } from '../client/expand-paths.ts'
import type { ConfigSyntax } from '../document/config-syntax.ts'
import { readConfig } from '../document/edit-config.ts'
import { loadSyntax } from '../document/syntaxes.ts'
import type { FoundFile } from '../plan/plan-import.ts'

/** A client's file with everything that is needed to change it. */
export interface OpenedFile extends FoundFile {
  readonly syntax: ConfigSyntax
  readonly bytes: Uint8Array
  readonly text: string
}

/** A file that is there but cannot be read. It is never written. */
export interface BrokenFile {
  readonly file: ClientFile
  readonly path: string
  /** Follows the name of the file: `is not UTF-8 text`. */
  readonly why: string
}

export interface ClientFiles {
  readonly opened: readonly OpenedFile[]
  readonly broken: readonly BrokenFile[]
}

/** Reads the files of clients on this machine. */
export async function findClientFiles(place: ClientPlace, clients?: readonly string[]): Promise<ClientFiles> {
  const wanted = clientFiles.filter(({ client }) => clients?.includes(client) ?? true)
  const opened: OpenedFile[] = []
  const broken: BrokenFile[] = []
  for (const file of wanted) {
    for (const path of (await Promise.all(expandPaths(file, place).map(withoutStars))).flat()) {
      const read = await readSettingsFile(path)
      if (read.status === 'missing') continue
      if (read.status === 'failed') {
        broken.push({ file, path, why: read.why })
        continue
      }
      const syntax = await loadSyntax(file.syntax)
      const config = readConfig(syntax, read.text)
      if (config.status === 'broken') broken.push({ file, path, why: `was left alone: ${config.why}` })
      else opened.push({ file, path, syntax, bytes: read.bytes, text: read.text, value: config.value })
    }
  }
  return { opened, broken }
}

/** Returns the paths that exist for one whose parts may end with `*`. */
async function withoutStars(path: string): Promise<readonly string[]> {
  const [, before, pattern, after] = /^(.*?)[\\/]([^\\/]*\*[^\\/]*)(.*)$/.exec(path) ?? []
  if (before === undefined || pattern === undefined || after === undefined) return [path]
  const [start = '', end = ''] = pattern.split('*')
  const names = (await listSettingsFolder(before)).filter((name) => name.startsWith(start) && name.endsWith(end))
  return (await Promise.all(names.map((name) => withoutStars(`${join(before, name)}${after}`)))).flat()
}
