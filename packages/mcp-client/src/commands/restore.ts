import { DrawbridgeError } from '@drawbridge/core'
import { explainAmbiguous, findByPrefix, type RoomCommand } from '@drawbridge/room'
import { requirePerson } from '@drawbridge/sandbox/operator'
import { type Backup, listBackups, restoreBackup } from '../import/disk/backups.ts'
import { jsonOption } from './options.ts'

/** Brings the files of an import back, byte for byte. */
export const restoreCommand: RoomCommand = {
  arguments: [
    { name: 'backup', summary: 'id of a backup, or a unique prefix; the newest if none is named', required: false },
  ],
  options: [
    { flags: '--list', summary: 'list the backups and change nothing' },
    { flags: '--force', summary: 'also bring back files that were changed after the import' },
    jsonOption,
  ],
  examples: [
    ['Undo the last import', 'drawbridge mcp restore'],
    ['The backups that there are', 'drawbridge mcp restore --list'],
  ],
  run: async ({ arguments: [given], options, io, ground: { home } }) => {
    const backups = await listBackups(home)
    if (options.list === true) {
      const shown = backups.map(({ id, createdAt, files }) => ({ id, createdAt, files: files.map(({ path }) => path) }))
      if (options.json === true) return void (await io.output.write(`${JSON.stringify({ backups: shown })}\n`))
      return void (await io.output.write(shown.map(({ id, files }) => `${id}  ${files.join(', ')}\n`).join('')))
    }
    requirePerson(io.environment, 'restore files')
    const backup = need(backups, given)
    const files = await restoreBackup(backup, { force: options.force === true })
    const left = files.filter(({ result }) => result === 'changed since')
    if (options.json === true) await io.output.write(`${JSON.stringify({ backup: backup.id, files })}\n`)
    else await io.output.write(files.map(({ path, result }) => `${path}: ${result}\n`).join(''))
    if (left.length === 0) return 0
    await io.diagnostics.write(
      `Files that were changed after the import were left as they are. Copies are in ${backup.folder}; --force brings them back, and loses the later changes.\n`,
    )
    return 1
  },
}

function need(backups: readonly Backup[], given: string | undefined): Backup {
  if (given === undefined) {
    const newest = backups.at(-1)
    if (newest !== undefined) return newest
    throw new DrawbridgeError('invalid_option', 'There is no backup: nothing was imported with this home.')
  }
  const found = findByPrefix(given, { items: backups, idOf: ({ id }) => id })
  if (found.status === 'found') return found.item
  if (found.status === 'ambiguous')
    throw new DrawbridgeError('invalid_option', explainAmbiguous(given, 'backups', found.ids))
  throw new DrawbridgeError(
    'invalid_option',
    `No backup has the id ${JSON.stringify(given)}. See: drawbridge mcp restore --list`,
  )
}
