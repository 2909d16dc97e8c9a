import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '@drawbridge/core/base'
import { statement } from '@drawbridge/store/database'
import { expect, onTestFinished, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import type { PlannedStep } from '../graph/task.ts'
import { tasksRoom } from '../room.ts'
import { createTask } from './lead-tasks.ts'
import { readSteps } from './read-rows.ts'

const rooms = [{ room: 'tasks', migrations: tasksRoom.migrations ?? [], sealed: [] }]
const changes = statement<[task: string], { id: number; step_key: string; change: string; session: string }>(
  'select id, step_key, change, session from tasks_changes where task = $1 and step_key is not null order by id',
)

describeDatabases('a graph of 500 steps', ({ open, options }) => {
  test('is done by 1,000 workers in three processes: each step once, after those that it needs, also those of dead workers', async () => {
    const database = await open({ rooms })
    const steps = manySteps(500)
    const owner = { agent: 'default', user: 'local', session: 'lead' }
    await createTask({ database, clock: systemClock }, { id: 't', title: 'Many', steps, ...owner })
    const given = { options: options(), task: 't', dying: 25, leaseMs: 700 }
    const processes = ['x', 'y', 'z'].map((prefix) => startProcess({ ...given, prefix, workers: 334 }))
    for (const each of processes) expect(await each.next()).toBe('ready')
    for (const each of processes) each.tell()
    const claims = (await Promise.all(processes.map((each) => each.next()))).flatMap(
      (line) => JSON.parse(line) as string[],
    )

    const done = await readSteps(database, 't', systemClock.now())
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set(['completed']))
    const history = await database.all(changes, 't')
    const at = (change: string) =>
      Map.groupBy(
        history.filter((each) => each.change === change),
        ({ step_key: key }) => key,
      )
    const [claimed, completed, expired] = [at('claimed'), at('completed'), at('expired')]
    expect(claims).toHaveLength(history.filter(({ change }) => change === 'claimed').length)
    expect(expired.size).toBeGreaterThan(10)
    for (const { key, dependsOn, attempts, result } of done) {
      const [end, ...more] = completed.get(key) ?? []
      expect([key, more]).toEqual([key, []])
      const begins = claimed.get(key) ?? []
      expect([key, begins.length]).toEqual([key, 1 + (expired.get(key)?.length ?? 0)])
      expect(attempts).toBe(begins.length)
      // The last who claimed it did it, and all before it had lost it.
      expect([end?.session, result]).toEqual([begins.at(-1)?.session, begins.at(-1)?.session])
      for (const need of dependsOn) expect(completed.get(need)?.[0]?.id).toBeLessThan(begins[0]?.id ?? 0)
    }
  }, 120_000)
})

/** Steps in layers, each needing some of the layer before. */
function manySteps(count: number): readonly PlannedStep[] {
  const layer = 25
  return Array.from({ length: count }, (_, index) => {
    const before = index - (index % layer) - layer
    const needs = before < 0 ? [] : [before + ((index * 7) % layer), before + ((index * 11 + 3) % layer)]
    return { key: `s${index}`, title: '', instructions: '', dependsOn: [...new Set(needs)].map((need) => `s${need}`) }
  })
}

function startProcess(given: object) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '__fixtures__/claiming-process.ts'), JSON.stringify(given)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const closed = once(child, 'close')
  return {
    next: async () => {
      const line = await Promise.race([lines.next(), closed.then(() => ({ done: true, value: '' }))])
      return String(line.value)
    },
    tell: () => void child.stdin.write('go\n'),
  }
}
