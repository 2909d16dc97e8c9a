import { basename, resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import type { RoomCommand } from '@drawbridge/room'
import { askedPlaces, callerOptions, databaseForPerson, placeToWrite } from '@drawbridge/room/asked-place'
import { readSmallFile } from '@drawbridge/sandbox/folder'
import { forgetAll, listForgotten } from '../document/forget-all.ts'
import { labelDocument, readDocument } from '../document/memory-documents.ts'
import { saveDocument } from '../document/save-document.ts'

/** The longest file that is remembered, in bytes. */
const longestFile = 4 * 1024 * 1024

/** `memory add`. */
export const addCommand: RoomCommand = {
  arguments: [{ name: 'files', summary: 'text files, Markdown best', variadic: true }],
  options: [
    ...callerOptions,
    { flags: '--shared', summary: 'for all users of the agent' },
    { flags: '--untrusted <source>', summary: 'the text comes from a stranger: say where from' },
  ],
  examples: [
    ['Remember a page of notes', 'drawbridge memory add notes.md'],
    ['A downloaded document', 'drawbridge memory add --untrusted https://docs.example.com guide.md'],
  ],
  run: async (invocation) => {
    const { io, ground, options, workspace } = invocation
    const database = await databaseForPerson(invocation, 'memory')
    const place = placeToWrite(invocation)
    const source = typeof options.untrusted === 'string' ? options.untrusted : undefined
    const label = source === undefined ? trusted : { trust: 'untrusted' as const, source }
    const texts = invocation.arguments.map((file) => ({ file, text: readText(resolve(workspace, file)) }))
    for (const { file, text } of texts) {
      const path = await saveDocument(database, { place, path: `memory/${basename(file)}`, text, label }, ground.clock)
      await io.output.write(`${path}\n`)
    }
  },
}

const trusted = { trust: 'trusted', source: '' } as const

/** `memory forget`. */
export const forgetCommand: RoomCommand = {
  arguments: [{ name: 'path', summary: 'the document, as memory list names it', required: false }],
  options: [...callerOptions, { flags: '--source <source>', summary: 'everything that came from this source' }],
  examples: [['Everything from one page', 'drawbridge memory forget --source https://docs.example.com']],
  run: async (invocation) => {
    const { io, options } = invocation
    const [path] = invocation.arguments
    const source = typeof options.source === 'string' ? options.source : undefined
    if ((path === undefined) === (source === undefined)) {
      throw new DrawbridgeError('invalid_option', 'Name either a document or a source: --source SOURCE.')
    }
    const database = await databaseForPerson(invocation, 'memory')
    const house = await invocation.openHouse()
    const gone = listForgotten(await forgetAll(house, database, askedPlaces(invocation), { path, source }))
    for (const each of gone) await io.output.write(`${each}\n`)
    if (gone.length === 0) throw unknown(path ?? source ?? '')
  },
}

/** `memory vouch`. */
export const vouchCommand: RoomCommand = {
  arguments: [{ name: 'path', summary: 'the document, as memory list names it' }],
  options: callerOptions,
  run: async (invocation) => {
    const [path = ''] = invocation.arguments
    const database = await databaseForPerson(invocation, 'memory')
    const document = await readDocument(database, askedPlaces(invocation), path)
    if (document === undefined) throw unknown(path)
    await labelDocument(database, document.place, path, trusted)
    await invocation.io.output.write(`${path} is trusted from now on.\n`)
  },
}

function unknown(name: string): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `The memory has nothing under ${JSON.stringify(name)} that can be forgotten or vouched for. List the documents: drawbridge memory list`,
  )
}

function readText(file: string): string {
  const text = readSmallFile(file, longestFile)
  if (text === undefined) {
    throw new DrawbridgeError(
      'invalid_option',
      `${JSON.stringify(file)} cannot be read: it is missing, not an ordinary file, or longer than 4 MiB.`,
    )
  }
  if (!text.includes('\ufffd')) return text
  throw new DrawbridgeError('invalid_option', `${JSON.stringify(file)} is not text in UTF-8. Convert it first.`)
}
