import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTerminal } from './create-terminal.ts'

const never = new AbortController().signal

function open() {
  const input = new PassThrough()
  const modes: boolean[] = []
  const terminal = createTerminal({
    input: Object.assign(input, { setRawMode: (raw: boolean) => modes.push(raw) }),
    output: new PassThrough(),
    colour: false,
    quietMs: 20,
    quietAfterWithdrawalMs: 200,
  })
  return { input, modes, terminal }
}

test('a key counts at once, without Enter, and the terminal is as before afterwards', async () => {
  const { input, modes, terminal } = open()
  const key = terminal.readKey(never)
  await setTimeout(60)
  input.write('y')
  expect(await key).toBe('y')
  expect(modes).toEqual([true, false])
})

test('text typed before the question appeared is not an answer', async () => {
  const { input, terminal } = open()
  input.write('y')
  const key = terminal.readKey(never)
  await setTimeout(60)
  input.write('n')
  expect(await key).toBe('n')
})

test('pasted text and sequences of special keys are not answers', async () => {
  const { input, terminal } = open()
  const key = terminal.readKey(never)
  await setTimeout(60)
  input.write('yes, go on')
  await setTimeout(10)
  input.write('\u001b[A')
  await setTimeout(10)
  input.write('n')
  expect(await key).toBe('n')
})

test.each(['readKey', 'readLine'] as const)(
  'the rest of an answer to a question that was withdrawn does not answer the next one by %s',
  async (read) => {
    const { input, terminal } = open()
    const withdrawn = new AbortController()
    const first = terminal.readLine(withdrawn.signal)
    input.write('y')
    withdrawn.abort()
    expect(await first).toBeUndefined()
    const next = terminal[read](never)
    await setTimeout(60)
    input.write('e')
    await setTimeout(60)
    input.write('s')
    await setTimeout(60)
    input.write('\n')
    await setTimeout(400)
    input.write('n')
    await setTimeout(10)
    input.write('\n')
    expect(await next).toBe('n')
  },
)

test('a line is read to its end, however it arrives', async () => {
  const { input, terminal } = open()
  const line = terminal.readLine(never)
  input.write('not ')
  await setTimeout(10)
  input.write('now\r\n')
  expect(await line).toBe('not now')
})

test('nobody waits for a key once the question is settled, or when the terminal goes away', async () => {
  const { terminal } = open()
  const controller = new AbortController()
  const settled = terminal.readKey(controller.signal)
  controller.abort()
  expect(await settled).toBeUndefined()

  const { input, terminal: closing } = open()
  const gone = closing.readKey(never)
  input.end()
  expect(await gone).toBeUndefined()
})
