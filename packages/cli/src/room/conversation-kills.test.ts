import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { readWholeConversation } from '@drawbridge/agents/record'
import { scriptModel } from '@drawbridge/agents/testing'
import type { ConversationEntry } from '@drawbridge/core/agent'
import { openDatabase } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { assertTranscript } from '../__fixtures__/assert-transcript.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import type { ScratchFolder } from '../__fixtures__/scratch-folder.ts'
import type { KilledWork } from '../__fixtures__/work-until-killed.ts'

/** Kills on each database. `.ci/run` asks for 50. */
const rounds = Number(process.env.DRAWBRIDGE_KILL_ROUNDS ?? 6)
/** Sessions that work at the same time, in the same database. */
const sessions = ['one', 'two']
/** The latest moment of a kill: some turns, a compaction and a steering line are before it. */
const latestPoint = 900

const script = join(import.meta.dirname, '../__fixtures__/work-until-killed.ts')

/** Numbers from 0 to below 1 that are the same in each run of the test. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function workUntilKilled(work: KilledWork): Promise<readonly string[]> {
  const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [told, errors] = await Promise.all([readAll(child.stdout), readAll(child.stderr)])
  expect([errors, child.signalCode ?? 'SIGKILL']).toEqual(['', 'SIGKILL'])
  return told.split('\n').slice(0, -1)
}

const told = (lines: readonly string[], what: string) =>
  lines.flatMap((line) => (line.startsWith(`${what} `) ? [line.slice(what.length + 1)] : []))

describeDatabases('a conversation whose process is killed at any point of a turn', (database) => {
  test('loses nothing that was acknowledged, and repeats nothing that was done', { timeout: 300_000 }, async () => {
    const folder = homeOn(database)
    await Promise.all(sessions.map((session, lane) => killAgainAndAgain(session, lane, folder)))
  })

  async function killAgainAndAgain(session: string, lane: number, folder: ScratchFolder): Promise<void> {
    const random = numbersFrom(lane + 1)
    const { workspace, home } = folder
    const marks = join(folder.root, `${session}.txt`)
    const lines: string[] = []
    for (let round = 0; round < rounds / sessions.length; round += 1) {
      // The first process lives until it has begun to work, so that there is something to resume.
      const killAt = (round === 0 ? 400 : 1) + Math.floor(random() * latestPoint)
      lines.push(...(await workUntilKilled({ workspace, home, session, round, marks, killAt })))
    }
    expect(told(lines, 'broken')).toEqual([])
    const model = scriptModel(({ messages }) => {
      assertTranscript(messages)
      return { text: 'seen' }
    })
    {
      await using house = await agentHouse(model, { folder })
      await using conversation = await house.runner.open({ resume: session })
      expect((await readRun(conversation.send('What now?'))).report.reason).toBe('completed')
    }
    const entries = await wholeOf(folder, database, session)
    const written = existsSync(marks) ? readFileSync(marks, 'utf8').split('\n').slice(0, -1) : []
    expect(new Set(written).size).toBe(written.length)
    compare(entries, lines, new Set(written))
  }
})

async function wholeOf(
  { home }: ScratchFolder,
  database: TestDatabase,
  session: string,
): Promise<readonly ConversationEntry[]> {
  const options = database.options()
  await using opened = await openDatabase(
    options.kind === 'sqlite' ? { kind: 'sqlite', file: join(home, 'drawbridge.db') } : options,
  )
  return await Array.fromAsync(readWholeConversation(opened, session))
}

function compare(entries: readonly ConversationEntry[], lines: readonly string[], written: ReadonlySet<string>): void {
  const words = entries.flatMap((entry) => (entry.kind === 'message' && entry.from === 'user' ? [entry.text] : []))
  expect(words).toEqual(expect.arrayContaining(told(lines, 'said')))
  expect(new Set(words).size).toBe(words.length)
  const results = new Map(entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.call, entry] as const] : [])))
  const calls = entries.flatMap((entry) =>
    entry.kind === 'turn' ? entry.blocks.filter((block) => block.type === 'call') : [],
  )
  expect(calls.length).toBeGreaterThan(0)
  expect(new Set(told(lines, 'done')).difference(new Set(results.keys()))).toEqual(new Set())
  for (const { id, input } of calls) {
    const result = results.get(id)
    const says = JSON.stringify(result?.content)
    const isDone = result?.isError === false
    if (told(lines, 'done').includes(id)) expect(isDone).toBe(true)
    if (isDone) expect(written).toContain(input.text)
    else expect(says).toContain('interrupted')
    if (says.includes('Nothing was done')) expect(written).not.toContain(input.text)
  }
}
