import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { RunSettings } from '../pipeline/run-context.ts'
import { createFakeClock } from '../testing/index.ts'
import { earlierAuthority } from './__fixtures__/earlier-authority.ts'
import { registryOf, sceneTools } from './__fixtures__/recorded-session.ts'
import { replaySession } from './replay-session.ts'

const folder = new URL('__fixtures__/earlier-records/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

test('there are earlier records', () => {
  expect(names.length).toBeGreaterThan(20)
})

test.each(names)('%s, recorded by an earlier version, happens again as it was', async (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const events = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as DrawbridgeEvent]))
  const report = await replaySession({
    events,
    partsOf: ({ settings }) => ({
      registry: registryOf(sceneTools(createFakeClock())),
      authority: earlierAuthority,
      settings: settings as Partial<RunSettings>,
    }),
    differences: 1_000,
  })
  expect(report).toMatchObject({ status: 'equal', differences: [] })
  expect({ events: report.events, tornLines: report.tornLines }).toEqual({ events: events.length, tornLines: 0 })
  expect(report.equal).toBeGreaterThan(0)
  expect(Object.keys(report.taken)).toEqual([])
})
