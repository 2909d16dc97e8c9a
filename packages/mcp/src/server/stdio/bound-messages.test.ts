import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { boundMessages, longestMessage } from './bound-messages.ts'

/** What comes through, and what was refused, of lines that arrive in chunks of the given size. */
async function pass(lines: readonly string[], chunk: number) {
  const refused: { readonly id: string; readonly bytes: number }[] = []
  const bounded = boundMessages((id, bytes) => void refused.push({ id, bytes }))
  const passed = text(bounded)
  const all = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  for (let start = 0; start < all.length; start += chunk) bounded.write(all.subarray(start, start + chunk))
  bounded.end()
  return { passed: await passed, refused }
}

const long = 'x'.repeat(longestMessage)
const short = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

test.each([
  ['at the beginning', `{"jsonrpc":"2.0","id":7,"method":"${long}"}`, '7'],
  ['at the end, as a text', `{"method":"${long}","jsonrpc":"2.0","id":"a\\"b"}`, '"a\\"b"'],
  ['nowhere', `{"method":"${long}","jsonrpc":"2.0"}`, 'null'],
  ['only in its arguments', `{"params":{"id":3,"text":"${long}"},"method":"x"}`, 'null'],
])('a message that is too long is refused by its id %s, and those around it pass', async (_, line, id) => {
  for (const chunk of [65_536, 3_000_000]) {
    const { passed, refused } = await pass([short, line, short], chunk)
    expect(passed).toBe(`${short}\n${short}\n`)
    expect(refused).toEqual([{ id, bytes: Buffer.byteLength(line) + 1 }])
  }
})

test('a message of the longest length passes whole, also without a final line end', async () => {
  const line = `{"a":"${'x'.repeat(longestMessage - 9)}"}`
  expect(await pass([line], 100_000)).toEqual({ passed: `${line}\n`, refused: [] })
  const bounded = boundMessages(() => undefined)
  const passed = text(bounded)
  bounded.end(short)
  expect(await passed).toBe(short)
})
