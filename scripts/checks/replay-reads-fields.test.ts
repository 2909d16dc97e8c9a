import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkReplayReadsFields } from './replay-reads-fields.ts'

const planted = (line: string) =>
  checkReplayReadsFields(plantRepository({ 'packages/core/src/replay/planted.ts': `${line}\n` }))

test.each([
  "const isOver = firstText(end).startsWith('The run was')",
  'if (firstText(end).startsWith(neverStarted)) abort()',
  "const isVoid = said.includes('was redeemed before')",
  'const why = /It can still be answered: (.*)$/.exec(said)?.[1]',
  'const why = sentence.exec(slot.event.message)?.[1]',
  "const isSilent = only.text === '(nothing)'",
  "if (said === 'no output') return",
])('given a replay that reads a sentence, it reports the place: %s', async (line) => {
  expect(await planted(line)).toMatchObject({
    failed: 1,
    report: [expect.stringContaining('packages/core/src/replay/planted.ts:1 reads a sentence')],
  })
})

test.each(["if (end.stoppedAt === 'running') abort()", "const known = names.includes('a')", '// as in text === "a b"'])(
  'given a replay that reads fields, it passes: %s',
  async (line) => {
    expect(await planted(line)).toMatchObject({ failed: 0 })
  },
)

test('given the one file that reads old sentences, it passes', async () => {
  const root = plantRepository({ 'packages/core/src/replay/legacy-text.ts': "text.startsWith('The run was')\n" })
  expect(await checkReplayReadsFields(root)).toMatchObject({ failed: 0 })
})
