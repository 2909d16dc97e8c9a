import { scriptModel } from '@drawbridge/agents/testing'
import { expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const shown = {
  hide: ({ name }: { readonly name: string }) =>
    name === 'fs.read_file' || name === 'artifact.read'
      ? undefined
      : ({ class: 'unavailable', reason: 'not for this test', source: 'test' } as const),
}
const textOf = (request: object | undefined) => JSON.stringify(request)

test('a result that is shortened names an artifact with all of it, also in another process and behind a summary', async () => {
  const files = Array.from({ length: 6 }, (_, n) => [`${n}.txt`, `${n} begins\n${'a line\n'.repeat(900)}${n} ends\n`])
  const folder = scratchFolder(Object.fromEntries(files))
  const open = (model: ReturnType<typeof scriptModel>) => agentHouse(model, { folder, settings: { endsLoops: false } })
  const reading = scriptModel(
    (_, index) =>
      index < 6 ? { calls: [{ name: 'fs__read_file', input: { path: `${index}.txt` } }] } : { text: 'All read.' },
    { context: 20_000, maxOutput: 500 },
  )
  {
    await using house = await open(reading)
    await using conversation = await house.runner.open({ ...shown, id: 'work' })
    await readRun(conversation.send('Read all.'))
    const { before, after } = await conversation.compact()
    expect(after).toBeLessThan(before)
  }
  const model = scriptModel(
    ({ messages }, index) => {
      const [, id = 'none'] = /artifact\.read, id (\S+?)\./.exec(textOf(messages)) ?? []
      return index === 0 ? { calls: [{ name: 'artifact__read', input: { id } }] } : { text: 'Seen.' }
    },
    { context: 20_000, maxOutput: 500 },
  )
  await using house = await open(model)
  await using conversation = await house.runner.open({ ...shown, resume: 'work' })
  await readRun(conversation.send('What did the first one say?'))
  expect(textOf(model.requests[0]?.messages).match(/artifact\.read, id/g)).toHaveLength(4)
  const again = textOf(model.requests[1]?.messages.at(-1))
  expect(again).toContain('0 begins')
})
