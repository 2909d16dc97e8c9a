import { DrawbridgeError } from '@drawbridge/core'
import type { RoomCommand } from '@drawbridge/room'
import { askedPlaces, callerOptions } from '@drawbridge/room/asked-place'
import { listDocuments, readDocument } from '../document/memory-documents.ts'

/** `memory list`. */
export const listCommand: RoomCommand = {
  options: [...callerOptions, { flags: '--json', summary: 'write one JSON object' }],
  examples: [['What is remembered', 'drawbridge memory']],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const database = await ground.database.find()
    const places = askedPlaces(invocation)
    const found = database === undefined ? [] : await Promise.all(places.map((place) => listDocuments(database, place)))
    const documents = found.flat().map(({ place, origin: _, modifiedMs, ...document }) => ({
      ...document,
      for: place.user === '' ? 'all users' : place.user,
      ...(place.project === '' ? {} : { project: place.project }),
      date: new Date(modifiedMs).toISOString(),
    }))
    if (options.json === true) {
      await io.output.write(`${JSON.stringify({ documents })}\n`)
      return
    }
    const lines = documents.map((document) => {
      const marks = [
        document.for,
        ...(document.project === undefined ? [] : ['of this project']),
        ...(document.trust === 'untrusted' ? [`untrusted, from ${document.source || 'a stranger'}`] : []),
      ]
      return `${document.path}  ${document.characters} characters, ${document.date.slice(0, 10)}, for ${marks.join(', ')}\n`
    })
    await io.output.write(lines.join(''))
    if (lines.length === 0)
      await io.diagnostics.write('Nothing is remembered. Add a document: drawbridge memory add FILE\n')
  },
}

/** `memory show`. */
export const showCommand: RoomCommand = {
  arguments: [{ name: 'path', summary: 'the document, as memory list names it' }],
  options: callerOptions,
  run: async (invocation) => {
    const [path = ''] = invocation.arguments
    const database = await invocation.ground.database.find()
    const document = database === undefined ? undefined : await readDocument(database, askedPlaces(invocation), path)
    if (document === undefined) {
      throw new DrawbridgeError(
        'invalid_option',
        `The memory has no document ${JSON.stringify(path)}. List them: drawbridge memory list`,
      )
    }
    await invocation.io.output.write(document.text.endsWith('\n') ? document.text : `${document.text}\n`)
  },
}
