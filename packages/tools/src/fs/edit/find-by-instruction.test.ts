import { type ModelTask, noUsage } from '@drawbridge/core/model'
import { createScrubber } from '@drawbridge/core/scrub'
import { expect, test } from 'vitest'
import { findByInstruction } from './find-by-instruction.ts'

const file = 'const limit = 10\nconst size = 20\nconst other = 30\n'

async function find(answer: string | Error, old = 'const limit = 11', text = file) {
  const tasks: ModelTask[] = []
  const call = async (task: ModelTask) => {
    tasks.push(task)
    if (answer instanceof Error) throw answer
    return { text: answer, model: 'test/small', usage: noUsage }
  }
  const edits = [{ old, new: 'const limit = 12', replace_all: false }]
  const input = { path: 'a.ts', edits, instruction: 'Raise the limit.', create_if_missing: false }
  const found = await findByInstruction(input, Buffer.from(text), {
    caller: { call },
    scrubber: createScrubber(),
    signal: new AbortController().signal,
  })
  return { tasks, found, written: found && Buffer.concat(found.plan.pieces).toString() }
}
const place = (old: string, index = 0) => JSON.stringify({ edits: [{ index, old }] })

test('an edit whose old text is wrong is made at the place that a model finds, with the new text of the call', async () => {
  const { tasks, found, written } = await find(`Here: ${place('const limit = 10')}`)
  expect(written).toBe('const limit = 12\nconst size = 20\nconst other = 30\n')
  expect(found).toMatchObject({ corrected: [0], model: 'test/small' })
  expect(tasks[0]?.prompt).toContain('Raise the limit.')
})

test.each([
  ['a text that is not in the file', place('const limit = 9')],
  ['a text that is there more than once', place('const ')],
  ['a text that differs in its blanks', place('const  limit = 10')],
  ['much more than the edit named', place(file, 0), 'x', `${file}${'long line\n'.repeat(50)}`],
  ['an edit that is none of the call', place('const limit = 10', 7)],
  ['nothing', '{"edits": []}'],
  ['words instead of JSON', 'I would change the first line.'],
  ['an error', new Error('overloaded')],
])('a model that answers with %s changes nothing', async (_what, answer, old?: string, text?: string) => {
  const long = text === undefined ? answer : place(text)
  expect((await find(long, old, text)).found).toBeUndefined()
})

test('a model that looks for a place gets no secret of the file', async () => {
  const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  const { tasks } = await find('{"edits": []}', 'const limit = 11', `${file}const token = '${secret}'\n`)
  expect(tasks[0]?.prompt).toContain('const token')
  expect(tasks[0]?.prompt).not.toContain(secret)
})
