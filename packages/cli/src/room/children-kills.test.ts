import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { scriptModel } from '@drawbridge/agents/testing'
import { openDatabase, statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import type { KilledParent } from '../__fixtures__/work-with-children.ts'

/** Kills on each database. The issue of a release asks for 30: `DRAWBRIDGE_KILL_ROUNDS=30`. */
const rounds = Math.min(30, Number(process.env.DRAWBRIDGE_KILL_ROUNDS ?? 2))
/** A round takes about 120 looks at the clock; its children begin to work after some 30 of them. */
const firstPoint = 30
const latestPoint = 115

const script = join(import.meta.dirname, '../__fixtures__/work-with-children.ts')
const ended = statement<[], { id: string; runs: number; state: string }>(
  'select id, runs, state from subagents_children',
)

/** Resolves to true if it was killed before it had heard all. */
async function workUntilKilled(work: KilledParent): Promise<boolean> {
  const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [, errors] = await Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, 'close')])
  expect(errors).toBe('')
  return child.signalCode === 'SIGKILL'
}

describeDatabases('a parent whose process is killed while its children work', (database) => {
  test('hears the end of each of them exactly once, in whichever process', { timeout: 300_000 }, async () => {
    const folder = homeOn(database)
    const { workspace, home } = folder
    const session = 'parent'
    let kills = 0
    for (let round = 0; round < rounds; round += 1) {
      // The first process lives until the conversation is recorded; then the kills are spread over a round.
      const killAt = round === 0 ? 90 : firstPoint + ((round * 37) % (latestPoint - firstPoint))
      if (await workUntilKilled({ workspace, home, session, round, killAt })) kills += 1
    }
    expect(kills).toBeGreaterThan(0)
    const model = scriptModel(() => ({ text: 'heard' }))
    const told: string[] = []
    {
      await using house = await agentHouse(model, { folder, authority: { limiting: 'off' } })
      await using conversation = await house.runner.open({ resume: session })
      const children = await house.drawbridge.house.service('childAgents')
      while ((await children?.nextAnnouncement(session)) === true) await readRun(conversation.send(undefined))
      await readRun(conversation.send('Anything else?'))
      for (const entry of conversation.entries()) {
        if (entry.kind !== 'message' || entry.from !== 'agent') continue
        const id = /\((sub_\w+)\)/.exec(entry.text)?.[1]
        if (id !== undefined) told.push(id)
      }
    }
    const options = database.options()
    await using opened = await openDatabase(
      options.kind === 'sqlite' ? { kind: 'sqlite', file: join(home, 'drawbridge.db') } : options,
    )
    const children = await opened.all(ended)
    expect(children.length).toBeGreaterThan(1)
    expect(children.filter(({ state }) => state === 'pending' || state === 'running')).toEqual([])
    expect(told.toSorted()).toEqual(children.map(({ id }) => id).toSorted())
  })
})
