import { expect, test } from 'vitest'
import { boundMessages, longestMessage } from './bound-messages.ts'

/** What comes through, and what was refused, of lines that arrive in chunks of the given size. */
function pass(lines: readonly string[], chunk: number) {
  const refused: { readonly id: string; readonly bytes: number }[] = []
  const passed: string[] = []
  const bounded = boundMessages(
    (line) => void passed.push(line),
    (id, bytes) => void refused.push({ id, bytes }),
  )
  const all = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  for (let start = 0; start < all.length; start += chunk) bounded.push(all.subarray(start, start + chunk))
  bounded.end()
  return { passed, refused }
}

const long = 'x'.repeat(longestMessage)
const short = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

test.each([
  ['at the beginning', `{"jsonrpc":"2.0","id":7,"method":"${long}"}`, '7'],
  ['at the end, as a text', `{"method":"${long}","jsonrpc":"2.0","id":"a\\"b"}`, '"a\\"b"'],
  ['nowhere', `{"method":"${long}","jsonrpc":"2.0"}`, 'null'],
  ['only in its arguments', `{"params":{"id":3,"text":"${long}"},"method":"x"}`, 'null'],
])('a message that is too long is refused by its id %s, and those around it pass', (_, line, id) => {
  for (const chunk of [65_536, 3_000_000]) {
    const { passed, refused } = pass([short, line, short], chunk)
    expect(passed).toEqual([short, short])
    expect(refused).toEqual([{ id, bytes: Buffer.byteLength(line) + 1 }])
  }
})

test('a message of the longest length passes whole, also without a final line end', async () => {
  const line = `{"a":"${'x'.repeat(longestMessage - 9)}"}`
  expect(pass([line], 100_000)).toEqual({ passed: [line], refused: [] })
  const passed: string[] = []
  const bounded = boundMessages(
    (line) => void passed.push(line),
    () => undefined,
  )
  bounded.push(Buffer.from(short))
  expect(passed).toEqual([])
  bounded.end()
  expect(passed).toEqual([short])
})
