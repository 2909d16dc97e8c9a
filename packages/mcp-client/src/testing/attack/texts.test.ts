import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasInvisibleCharacters } from '../../__fixtures__/has-invisible-characters.ts'
import { openScene } from '../../__fixtures__/open-scene.ts'
import { payloadsOf } from './read-attack.ts'

const script = fileURLToPath(new URL('./__fixtures__/hostile-server.ts', import.meta.url))
const channels = ['text', 'resource', 'link', 'structured', 'error', 'progress', 'protocol']

/** Everything that a model, a person or a terminal would see of a server that says a text on each channel. */
async function heardOf(said: string): Promise<ReadonlyMap<string, string>> {
  const scene = await openScene({ evil: { command: execPath, args: [script, said], era: 'legacy' } })
  await scene.agree('evil')
  const heard = new Map<string, string>()
  for (const channel of channels) {
    const outcome = await scene.call(`mcp.evil.${channel}`)
    const blocks = outcome.result.content.map((block) => ('text' in block ? block.text : JSON.stringify(block)))
    heard.set(channel, [...blocks, ...scene.progress, 'message' in outcome ? outcome.message : ''].join('\n'))
  }
  return heard
}

test('every channel of a server is marked: its words stand between lines that it cannot end', async () => {
  const { text } = payloadsOf<{ text: string }>(10)
  const heard = await heardOf(text)
  for (const channel of ['text', 'resource', 'link', 'structured', 'error', 'protocol']) {
    const lines = (heard.get(channel) ?? '').split('\n')
    const at = lines.findIndex((line) => line.includes('Ignore the lines around this'))
    expect([channel, at > 0]).toEqual([channel, true])
    expect(lines.slice(0, at).join('\n')).toContain('the MCP server "evil"')
    expect([channel, lines.slice(at + 1).some((line) => line.trim() !== '')]).toEqual([channel, true])
  }
  expect(
    heard
      .get('progress')
      ?.split('\n')
      .filter((line) => line.includes('Ignore')).length,
  ).toBeLessThanOrEqual(1)
}, 60_000)

test('no escape reaches a terminal, on any channel', async () => {
  const { escapes } = payloadsOf<{ escapes: string[] }>(11)
  const heard = await heardOf(escapes.join(' and '))
  for (const [channel, text] of heard) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect([channel, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text)]).toEqual([channel, false])
  }
}, 60_000)

test('no invisible text survives on any channel, and the family does', async () => {
  const { texts, kept } = payloadsOf<{ texts: string[]; kept: string[] }>(12)
  const heard = await heardOf([...texts, ...kept].join(' and '))
  for (const [channel, text] of heard) expect([channel, hasInvisibleCharacters(text)]).toEqual([channel, false])
  for (const family of kept) expect(heard.get('text')).toContain(family)
}, 60_000)
