import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { approveWith } from '@drawbridge/core'
import type { LoopEvent, RunReport } from '@drawbridge/core/agent'
import { type Clock, systemClock } from '@drawbridge/core/base'
import {
  type FakeFamily,
  type FakeModels,
  type FakeStep,
  fakeFamilies,
  openFakeModels,
} from '@drawbridge/models/testing'
import { createDrawbridge } from '@drawbridge/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readRun } from '../__fixtures__/agent-house.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import type { ScratchFolder } from '../__fixtures__/scratch-folder.ts'

const families = Object.keys(fakeFamilies) as FakeFamily[]

/** A package of npm with tests of its own; one character of it is wrong. */
const repository = dirname(dirname(fileURLToPath(import.meta.resolve('html-escaper'))))
const bug = { whole: "'>': '&gt;',", planted: "'>': '&lt;'," }

const exec = { name: 'runtime__exec', input: { command: 'node test/index.js' } }
const read = (path: string) => ({ name: 'fs__read_file', input: { path } })
const edit = {
  name: 'fs__edit',
  input: { path: 'cjs/index.js', edits: [{ old: bug.planted, new: bug.whole }] },
}

/** Everything that can go wrong on the way, by the names of the quirks. */
const steps: readonly FakeStep[] = [
  { failure: 'retry_info' },
  { failure: 'overloaded' },
  { text: 'I begin to say someth', quirks: ['error_in_stream'] },
  {
    reasoning: 'First the tests.',
    text: 'I run the tests – slowly.',
    calls: [exec, { name: 'fs__list_files', input: { path: '.' } }],
    quirks: ['keep_alive', 'single_bytes'],
  },
  {
    reasoning: 'I write it anew.',
    calls: [
      read('test/index.js'),
      { name: 'fs__write_file', input: { path: 'cjs/index.js', content: 'x'.repeat(300) } },
    ],
    quirks: ['truncated_arguments'],
  },
  { reasoning: 'Only read then.', calls: [read('cjs/index.js'), read('test/index.js')], quirks: ['whole_calls'] },
  { text: 'Nothing of this arrives.', quirks: ['empty'] },
  { failure: 'reset' },
  { reasoning: 'That line.', text: 'I found it.', calls: [edit] },
  { text: 'I run them', calls: [{ name: 'fs__delete', input: { path: 'cjs' } }], quirks: ['cut_stream'] },
  { reasoning: 'Clean up.', calls: [{ name: 'fs__delete', input: { path: 'LICENSE.txt' } }, exec] },
  { text: 'The closing bracket was escaped as the opening one. Mended; the tests pass. You wanted the licence kept.' },
]

/** A clock on which the waits before a repeated request pass at once. */
const hasty: Clock = {
  now: systemClock.now,
  after: (delayMs, callback, process) =>
    systemClock.after(process === 'kept-alive' && delayMs < 5_000 ? 1 : delayMs, callback, process),
}

async function house(folder: ScratchFolder) {
  const drawbridge = await createDrawbridge({
    ...{ workspace: folder.workspace, home: folder.home, clock: hasty, dialect: 'auto' },
    authority: {
      approvers: [
        approveWith(
          'person',
          ({ tool }) =>
            tool === 'fs.delete'
              ? { answer: 'deny', reason: 'Keep the licence.' }
              : { answer: 'allow_once', reason: 'Go on.' },
          { human: true },
        ),
      ],
    },
  })
  const runner = await drawbridge.house.service('agentRunner')
  if (runner === undefined) throw new Error('No room runs agents.')
  return { runner, [Symbol.asyncDispose]: () => drawbridge[Symbol.asyncDispose]() }
}

function repositoryFor(fake: FakeModels, family: FakeFamily): ScratchFolder {
  const ours = { type: fakeFamilies[family], url: fake.url(family), key: fake.key }
  const model = { context: 200_000, maxOutput: 8_000, price: { input: 3, output: 15 } }
  const folder = homeWith({
    models: { default: 'ours/m-1', providers: { ours: { ...ours, models: { 'm-1': model } } } },
  })
  cpSync(repository, folder.workspace, { recursive: true })
  const file = join(folder.workspace, 'cjs/index.js')
  writeFileSync(file, readFileSync(file, 'utf8').replace(bug.whole, bug.planted))
  return folder
}

const transcriptOf = ({ body }: FakeModels['requests'][number]): readonly unknown[] =>
  (body.messages ?? body.input ?? body.contents) as readonly unknown[]

describe.each(families)('a session over %s on a repository of strangers', (family) => {
  test('finds a bug, edits, runs the tests and reports through every failure, and a replay makes the same record', async () => {
    const fake = await openFakeModels({ answers: [...steps, { text: 'One line.' }], wantsReasoning: true })
    onTestFinished(() => fake[Symbol.asyncDispose]())
    const folder = repositoryFor(fake, family)
    let told: { readonly events: readonly LoopEvent[]; readonly report: RunReport }
    let session: string
    {
      await using opened = await house(folder)
      await using conversation = await opened.runner.open()
      session = conversation.id
      told = await readRun(conversation.send('The tests fail. Mend the code, and keep the licence.'))
    }
    expect(fake.problems).toEqual([])
    expect(told.report).toMatchObject({ reason: 'completed', text: expect.stringContaining('Mended'), denied: 1 })
    expect(fake.requests).toHaveLength(steps.length)
    const types = told.events.map(({ type }) => type)
    const count = (type: LoopEvent['type']) => types.filter((other) => other === type).length
    expect([count('approval.requested'), count('approval.decided')]).toEqual([4, 4])
    expect(count('answer.voided')).toBeGreaterThanOrEqual(5)

    // The model saw the tests fail, then pass, and why it may not delete.
    const said = fake.requests.map(({ body }) => JSON.stringify(body))
    expect(said[4]).toContain('Assertion failed')
    expect(said.at(-1)).toContain('Keep the licence.')
    expect(readFileSync(join(folder.workspace, 'cjs/index.js'), 'utf8')).toBe(
      readFileSync(join(repository, 'cjs/index.js'), 'utf8'),
    )
    expect(readFileSync(join(folder.workspace, 'LICENSE.txt'), 'utf8')).not.toBe('')

    const replay = await runHere(folder, ['replay', session, '--json'])
    expect(jsonOf(replay)).toMatchObject({ status: 'equal', different: 0, differences: [], taken: {} })

    // Another process goes on with the same bytes.
    await using again = await house(folder)
    await using conversation = await again.runner.open({ resume: session })
    await readRun(conversation.send('How much did you change?'))
    expect(fake.problems).toEqual([])
    const [before, now] = fake.requests.slice(-2).map(transcriptOf)
    const plain = (messages: readonly unknown[] = []) =>
      JSON.stringify(messages.slice(0, before?.length)).replaceAll(',"cache_control":{"type":"ephemeral"}', '')
    expect(plain(now)).toBe(plain(before))
  })
})
