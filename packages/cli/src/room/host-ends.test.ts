import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, statement } from '@drawbridge/store/database'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { isAlive } from '../../../../scripts/test-support/is-alive.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { resultOf, runCli, startCli } from '../__fixtures__/run-cli.ts'

const states = statement<[], { state: string }>('select state from subagents_children')

/** A parent that waits for its child, which runs a command that ends neither by itself nor with its shell. */
const script = [
  { calls: [{ name: 'agent__spawn', input: { task: 'Serve the page.', wait: true } }] },
  { calls: [{ name: 'runtime__exec', input: { command: 'setsid sleep 600 & echo "$$ $!" > pids.txt; sleep 600' } }] },
]

function busyHome() {
  const folder = homeWith({
    models: { default: 'demo/script', providers: { demo: { type: 'scripted', script: 'demo.json' } } },
    permissions: { rules: [{ tools: 'runtime.exec', then: 'allow' }] },
  })
  writeFileSync(join(folder.home, 'demo.json'), JSON.stringify(script))
  return folder
}

describeWithProgram('setsid', 'the process of an agent whose child runs a command', () => {
  describe.each(['SIGTERM', 'SIGKILL'] as const)('that gets %s', (signal) => {
    test('takes the child and its command with it', { timeout: 60_000 }, async () => {
      const folder = busyHome()
      const host = startCli(folder, ['run', 'Have the page served.'])
      const ended = resultOf(host)
      const file = join(folder.workspace, 'pids.txt')
      await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+ \d+\n$/), 30_000)
      const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number)
      expect(pids.map(isAlive)).toEqual([true, true])
      onTestFinished(() => {
        for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
      })
      host.kill(signal)
      expect((await ended).code).toBe(signal === 'SIGTERM' ? 130 : null)
      await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 20_000)
      expect(await statesIn(folder.home)).toEqual([signal === 'SIGTERM' ? 'cancelled' : 'running'])
      if (signal === 'SIGTERM') return
      // The next process that opens a conversation finds out.
      writeFileSync(join(folder.home, 'demo.json'), JSON.stringify([{ text: 'Well.' }]))
      expect((await runCli(folder, ['run', 'Go on.', '--json'])).code).toBe(0)
      expect(await statesIn(folder.home)).toEqual(['lost'])
    })
  })
})

async function statesIn(home: string): Promise<readonly string[]> {
  await using database = await openDatabase({ kind: 'sqlite', file: join(home, 'drawbridge.db') })
  return (await database.all(states)).map(({ state }) => state)
}
