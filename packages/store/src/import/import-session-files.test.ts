import { appendFile, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { createFileRecorder } from '../file/create-file-recorder.ts'
import { sampleSession } from '../session/__fixtures__/sample-events.ts'
import { readEvents } from '../session/read-events.ts'
import { importSessionFiles } from './import-session-files.ts'
import { pruneSessionFiles } from './prune-session-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-import-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describeDatabases('files of sessions', ({ open }) => {
  test('are taken over once, in their order, also by several at once and while they grow', async () => {
    const [one, other] = [await open(), await open()]
    await using recorder = createFileRecorder({ folder })
    const events = ['a', 'b'].map((session) => {
      const made = sampleSession(session)
      return Array.from({ length: 300 }, (_, count) => made.aborted(`${count} ${'x'.repeat(4_000)}`))
    })
    const writing = Promise.all(events.flat().map((event) => recorder.append(event, 'grouped')))
    const reports = await Promise.all([one, other, one].map((database) => importSessionFiles(database, folder)))
    await writing
    reports.push(await importSessionFiles(one, folder), await importSessionFiles(other, folder))
    expect(reports.reduce((sum, report) => sum + report.events, 0)).toBe(600)
    expect(await Array.fromAsync(readEvents(one, 'a'))).toEqual(events[0])
    expect(await Array.fromAsync(readEvents(one, 'b'))).toEqual(events[1])
    expect(await verifyAudit(one)).toMatchObject({ status: 'sound', entries: 600 })
  })

  test('leave a line for later that is not whole yet, and name one that never will be', async () => {
    const database = await open()
    const made = sampleSession('a')
    const [first, second] = [JSON.stringify(made.aborted('one')), JSON.stringify(made.aborted('two'))]
    const file = join(folder, 'a.jsonl')
    await writeFile(file, `${first}\n{"type":"run.ab\n\n${second.slice(0, 20)}`)
    expect(await importSessionFiles(database, folder)).toMatchObject({
      events: 1,
      torn: [{ file: 'a.jsonl', line: 2 }],
    })
    await appendFile(file, `${second.slice(20)}\n`)
    expect(await importSessionFiles(database, folder)).toMatchObject({ events: 1, torn: [] })
    expect(await Array.fromAsync(readEvents(database))).toMatchObject([{ reason: 'one' }, { reason: 'two' }])
  })

  test('that start again under the same name are imported from their beginning', async () => {
    const database = await open()
    const made = sampleSession('a')
    const file = join(folder, 'a.jsonl')
    await writeFile(file, `${JSON.stringify(made.aborted('a long first one'))}\n`)
    await importSessionFiles(database, folder)
    await writeFile(file, `${JSON.stringify(made.aborted('b'))}\n`)
    expect(await importSessionFiles(database, folder)).toMatchObject({ events: 1 })
  })

  test('end calls as interrupted whose process has gone, and no call of one that lives', async () => {
    const database = await open()
    const made = sampleSession('a')
    const types = async () => (await Array.fromAsync(readEvents(database, 'a'))).map(({ type }) => type)
    const recorder = createFileRecorder({ folder })
    await recorder.append(made.called('c'), 'grouped')
    await recorder.append(made.started('c'), 'durable')
    await importSessionFiles(database, folder)
    expect(await types()).toEqual(['tool.called', 'tool.started'])
    await recorder[Symbol.asyncDispose]()
    await Promise.all([importSessionFiles(database, folder), importSessionFiles(await open(), folder)])
    await importSessionFiles(database, folder)
    expect(await types()).toEqual(['tool.called', 'tool.started', 'tool.interrupted'])
  })

  test('that hold what is not an event, or are not files, keep no others from being taken over', async () => {
    const database = await open()
    const base = { sequence: 1, time: 1, session: 's', run: 'r' }
    const call = { ...base, toolCallId: 'c', tool: 't' }
    const foreign = [
      null,
      [],
      { ...base, type: 'run.aborted', time: 9e15 },
      { ...base, type: 'run.aborted', sequence: -1 },
      { ...base, type: 'run.started' },
      { ...base, type: 'run.started', principal: { parents: 5 } },
      { ...base, type: 'run.started', principal: { agent: {}, parents: [] } },
      { ...base, type: 'tool.called', toolCallId: 5 },
      { ...base, type: 'tool.called' },
      { ...call, type: 'tool.called', turn: null },
      { ...call, type: 'tool.started', tool: undefined },
      { ...call, type: 'tool.completed' },
      { ...call, type: 'tool.completed', result: null },
      { ...call, type: 'tool.completed', result: { meta: { artifact: 'a' }, content: [null] } },
    ]
    const own = JSON.stringify(sampleSession('z').aborted('of ours'))
    // Of a type that is not known here: whatever it holds, it is one.
    const strange = JSON.stringify({ ...call, type: 'unheard.of', toolCallId: 7, result: 5 })
    await writeFile(
      join(folder, 'a.jsonl'),
      [...foreign.map((value) => JSON.stringify(value)), own, '\u2028', strange, ''].join('\n'),
    )
    await mkdir(join(folder, 'b.jsonl'))
    await symlink(join(folder, 'gone'), join(folder, 'c.jsonl'))
    await writeFile(join(folder, 'z.jsonl'), `${own}\n`)
    const { events, torn, unread } = await importSessionFiles(database, folder)
    expect(events).toBe(3)
    expect(torn.map(({ line }) => line)).toEqual([...foreign.map((_, place) => place + 1), foreign.length + 2])
    expect(unread).toEqual([{ file: 'b.jsonl', reason: 'it is not a regular file' }])
    expect(await pruneSessionFiles(folder, Date.now() + 1_000, database)).toBe(2)
  })

  test('are taken over behind a line that is longer than any event, which is not read into memory', async () => {
    const database = await open()
    const own = `${JSON.stringify(sampleSession('s').aborted('behind it'))}\n`
    await writeFile(join(folder, 's.jsonl'), own)
    await truncate(join(folder, 's.jsonl'), 300_000_000)
    expect(await importSessionFiles(database, folder)).toMatchObject({ events: 1, torn: [] })
    await appendFile(join(folder, 's.jsonl'), `\n${own}`)
    expect(await importSessionFiles(database, folder)).toMatchObject({ events: 1, torn: [{ line: 2 }] })
  })
})
