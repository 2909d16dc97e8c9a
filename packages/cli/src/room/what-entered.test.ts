import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import type { AnyEvent } from '@drawbridge/core/event'
import { expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const skill = '---\nname: counting\ndescription: Counts things.\n---\nCount each thing twice.\n'

test('notes and skills that enter a conversation are in its record and its tree, once for each run, and a replay is equal', async () => {
  const folder = scratchFolder({ 'pool.md': 'The pool has ten connections.\n' })
  mkdirSync(join(folder.home, 'skills/counting'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder.home, 'skills/counting/SKILL.md'), skill)
  await runHere(folder, ['memory', 'add', 'pool.md'])
  const model = scriptModel([
    {
      calls: [
        { name: 'skill__use', input: { name: 'counting' } },
        { name: 'memory__recall', input: { query: 'connections of the pool' } },
      ],
    },
    { text: 'Ten.' },
    { text: 'Still ten.' },
  ])
  const question = 'How many connections has the pool?'
  let id: string
  {
    await using house = await agentHouse(model, { folder })
    await using conversation = await house.runner.open()
    id = conversation.id
    for (const text of [question, question])
      expect((await readRun(conversation.send(text))).report.reason).toBe('completed')
  }
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('The pool has ten connections.')

  const lines = (await runHere(folder, ['sessions', 'export', id])).stdout.trim().split('\n')
  const events = lines.map((line): AnyEvent & Record<string, unknown> => JSON.parse(line))
  const passages = [{ path: 'memory/pool.md', firstLine: 1, lastLine: 1, trust: 'trusted' }]
  const recalled = events.filter(({ type }) => type === 'memory.recalled')
  expect(recalled).toMatchObject([
    { passages, text: expect.stringContaining('The pool has ten connections.') },
    { passages, toolCallId: expect.any(String) },
    { passages, text: expect.stringContaining('The pool has ten connections.') },
  ])
  expect(new Set(recalled.map(({ run }) => run)).size).toBe(2)
  expect(events.filter(({ type }) => type === 'skill.loaded')).toMatchObject([
    { name: 'counting', tier: 'home', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])

  const tree = (await runHere(folder, ['sessions', 'show', id, '--tree'])).stdout
  expect(tree.match(/^ *memory\//gm)).toHaveLength(3)
  expect(tree).toMatch(/^ +skill\//m)
  expect(jsonOf(await runHere(folder, ['replay', id, '--json']))).toMatchObject({ status: 'equal', differences: [] })

  // A second process goes on with it: what entered is no message of the conversation.
  await using house = await agentHouse(scriptModel([{ text: 'Ten.' }]), { folder })
  await using conversation = await house.runner.open({ resume: id })
  expect(conversation.entries().map(({ kind }) => kind)).toEqual([
    'message',
    'turn',
    'result',
    'result',
    'answer',
    'message',
    'answer',
  ])
})
