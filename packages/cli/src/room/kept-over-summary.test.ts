import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const skill = `---
name: counting
description: Counts things.
---
Count each thing twice, and never round.
`

test('after a summary the model still has the skill that it works by, and knows of the child that works for it', async () => {
  const folder = scratchFolder({ 'a.txt': 'a line of it\n'.repeat(400) })
  mkdirSync(join(folder.home, 'skills/counting'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder.home, 'skills/counting/SKILL.md'), skill)
  const never = new Promise(() => undefined)
  const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input })
  let asked = 0
  const model = scriptModel(
    ({ system, messages }) => {
      if (system?.[0]?.text.startsWith('You summarise') === true) return { text: 'Much was read.' }
      const first = JSON.stringify(messages[0])
      if (!first.includes('Count the lines')) return { waitFor: never }
      asked += 1
      if (asked === 1)
        return {
          calls: [
            call('skill__use', { name: 'counting' }),
            call('agent__spawn', { task: 'Water the garden.', label: 'gardener' }),
          ],
        }
      if (asked === 30) return { text: 'Done.' }
      return { text: 'I read on. '.repeat(60), calls: [call('fs__read_file', { path: 'a.txt', start_line: asked })] }
    },
    { context: 12_000, maxOutput: 1_000 },
  )
  await using house = await agentHouse(model, {
    folder,
    settings: { endsLoops: false },
    authority: { approvers: [approveEverything] },
  })
  const wanted = ['fs.read_file', 'skill.use', 'agent.spawn']
  await using conversation = await house.runner.open({
    hide: ({ name }) =>
      wanted.includes(name) ? undefined : { class: 'removed', reason: 'not for this test', source: 'test' },
    budget: { maxTurns: 40 },
  })
  const { report, events } = await readRun(conversation.send('Count the lines.'))
  expect(report).toMatchObject({ reason: 'completed', text: 'Done.' })
  expect(events.filter(({ type }) => type === 'context.compacted').length).toBeGreaterThan(1)
  expect(conversation.entries()[0]).toMatchObject({ kind: 'compaction' })
  const last = JSON.stringify(
    model.requests.findLast(({ messages }) => JSON.stringify(messages).includes('Count the lines'))?.messages,
  )
  expect(last).toContain('Count each thing twice, and never round.')
  expect(last).toMatch(/gardener \([^)]+\): Water the garden\./)
})
