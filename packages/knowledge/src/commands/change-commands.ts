import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { RoomCommand } from '@drawbridge/room'
import { askedPlaces, callerOptions, databaseForPerson, placeToWrite } from '@drawbridge/room/asked-place'
import { mergeEntities, undoMerge, vouchForSource, withdrawSource } from '../graph/change-graph.ts'
import { recordFacts } from '../graph/record-facts.ts'
import { readEntityId } from '../render-graph.ts'
import { factInput, objectionTo, readFact } from '../stated-fact.ts'
import { readTime } from './times.ts'

/** `knowledge add`. */
export const addCommand: RoomCommand = {
  arguments: [
    { name: 'subject', summary: 'the name of the thing that the fact is about' },
    { name: 'relation', summary: 'a verb such as works_at or depends_on' },
    { name: 'object', summary: 'the name of the other thing' },
  ],
  options: [
    ...callerOptions,
    { flags: '--shared', summary: 'for all users of the agent' },
    { flags: '--subject-type <type>', summary: 'such as person or project; default concept' },
    { flags: '--object-type <type>', summary: 'the same of the other thing' },
    { flags: '--from <date>', summary: 'since when it holds; default now' },
    { flags: '--to <date>', summary: 'the first moment at which it no longer holds' },
    { flags: '--single', summary: 'the subject has one object of this relation at a time' },
    { flags: '--source <source>', summary: 'where it is from; default "a person"' },
    { flags: '--untrusted', summary: 'a stranger says so: name the source' },
  ],
  examples: [
    ['Where someone works', 'drawbridge knowledge add Ada works_at Acme --subject-type person --from 2024-05-01'],
  ],
  run: async (invocation) => {
    const { options, ground, io } = invocation
    const [subject, relation, object] = invocation.arguments
    const now = ground.clock.now()
    const [from, to] = [readTime(options, 'from'), readTime(options, 'to')]
    const read = factInput.safeParse({
      subject,
      relation,
      object,
      ...defined({
        subject_type: text(options.subjectType),
        object_type: text(options.objectType),
        single: options.single === true ? true : undefined,
        valid_from: from === undefined ? undefined : new Date(from).toISOString(),
        valid_to: to === undefined ? undefined : new Date(to).toISOString(),
      }),
    })
    if (!read.success) {
      const [problem] = read.error.issues
      throw new DrawbridgeError('invalid_option', `The ${problem?.path.join('.')} is not valid. ${problem?.message}`)
    }
    const objection = objectionTo(read.data)
    if (objection !== undefined) throw new DrawbridgeError('invalid_option', objection)
    const source = text(options.source)
    if (options.untrusted === true && source === undefined)
      throw new DrawbridgeError('invalid_option', 'Say who says so: --source SOURCE.')
    const database = await databaseForPerson(invocation, 'knowledge')
    const label = {
      source: source ?? 'a person',
      trust: options.untrusted === true ? ('untrusted' as const) : ('trusted' as const),
    }
    const place = placeToWrite(invocation)
    const [recorded] = await recordFacts(database, place, [readFact(read.data, now)], label, now)
    await io.output.write(`${said[recorded?.state ?? 'known']}\n`)
  },
}

const said = {
  new: 'This is known from now on.',
  known: 'This was known already.',
  changed: 'This is known from now on, for another time than before.',
  conflict: 'This is in conflict with another fact that begins at the same time. Both are kept.',
} as const

/** `knowledge forget`. */
export const forgetCommand: RoomCommand = {
  arguments: [{ name: 'source', summary: 'the source, as knowledge search names it' }],
  options: callerOptions,
  examples: [['All that one page said', 'drawbridge knowledge forget https://docs.example.com']],
  run: async (invocation) => {
    const [source = ''] = invocation.arguments
    const database = await databaseForPerson(invocation, 'knowledge')
    let count = 0
    for (const place of askedPlaces(invocation)) {
      count += await withdrawSource(database, place, source, invocation.ground.clock.now())
    }
    if (count === 0) throw unknownSource(source)
    await invocation.io.output.write(`${count} ${count === 1 ? 'statement is' : 'statements are'} withdrawn.\n`)
  },
}

/** `knowledge vouch`. */
export const vouchCommand: RoomCommand = {
  arguments: [{ name: 'source', summary: 'the source, as knowledge search names it' }],
  options: callerOptions,
  run: async (invocation) => {
    const [source = ''] = invocation.arguments
    const database = await databaseForPerson(invocation, 'knowledge')
    let count = 0
    for (const place of askedPlaces(invocation)) {
      count += (await vouchForSource(database, place, source, invocation.ground.clock.now())).length
    }
    if (count === 0) throw unknownSource(source)
    await invocation.io.output.write(`${count} ${count === 1 ? 'fact is' : 'facts are'} trusted from now on.\n`)
  },
}

/** `knowledge merge`. */
export const mergeCommand: RoomCommand = {
  arguments: [
    { name: 'entity', summary: 'the id of the entity that is the same, such as e7' },
    { name: 'into', summary: 'the id of the entity that it becomes a part of' },
  ],
  options: [...callerOptions, { flags: '--reason <text>', summary: 'why they are the same' }],
  run: async (invocation) => {
    const [entity, into] = invocation.arguments.map((id) => needEntityId(id))
    const database = await databaseForPerson(invocation, 'knowledge')
    const change = {
      entity: entity ?? 0,
      into: into ?? 0,
      by: 'a person',
      reason: text(invocation.options.reason) ?? '',
    }
    const tried = new Set<string | undefined>()
    for (const place of askedPlaces(invocation)) {
      const objection = await mergeEntities(database, place, change, invocation.ground.clock.now())
      tried.add(objection)
      if (objection !== 'unknown') break
    }
    if (tried.has(undefined)) {
      await invocation.io.output.write(
        `e${entity} is a part of e${into}. Undo it: drawbridge knowledge unmerge e${entity}\n`,
      )
      return
    }
    if (tried.has('same')) throw new DrawbridgeError('invalid_option', 'They are one entity already.')
    if (tried.has('different')) {
      throw new DrawbridgeError(
        'invalid_option',
        'Entities of different types, or of different trust, cannot be merged.',
      )
    }
    throw new DrawbridgeError(
      'invalid_option',
      'No graph has both. Find their ids with: drawbridge knowledge search NAME',
    )
  },
}

/** `knowledge unmerge`. */
export const unmergeCommand: RoomCommand = {
  arguments: [{ name: 'entity', summary: 'the id of the entity that was merged' }],
  options: callerOptions,
  run: async (invocation) => {
    const entity = needEntityId(invocation.arguments[0])
    const database = await databaseForPerson(invocation, 'knowledge')
    for (const place of askedPlaces(invocation)) {
      if ((await undoMerge(database, place, entity, invocation.ground.clock.now())) !== undefined) continue
      await invocation.io.output.write(`e${entity} stands for itself again.\n`)
      return
    }
    throw new DrawbridgeError(
      'invalid_option',
      `e${entity} is not merged into anything. List the merges: drawbridge knowledge merges`,
    )
  },
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function needEntityId(given: string | undefined): number {
  const id = readEntityId(given ?? '')
  if (id !== undefined) return id
  throw new DrawbridgeError(
    'invalid_option',
    `${JSON.stringify(given)} is not the id of an entity, such as e7. Find it with: drawbridge knowledge search NAME`,
  )
}

function unknownSource(source: string): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `Nothing is known from ${JSON.stringify(source)}, or nothing that a person could vouch for. Look at the sources: drawbridge knowledge search`,
  )
}
