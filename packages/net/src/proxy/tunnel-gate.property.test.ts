import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf } from './__fixtures__/chunks.ts'
import { helloBytes, record } from './__fixtures__/hello-bytes.ts'
import type { ProxyRule } from './proxy-refusal.ts'
import { createTunnelGate } from './tunnel-gate.ts'

const expected = { hostname: 'allowed.example', literal: false }
const hello = (serverName?: string) => helloBytes({ serverName, recordSizes: [60] })
const changeCipher = record(20, Buffer.from([1]))
const alert = record(21, Buffer.from([1, 0]))
const finished = record(23, Buffer.alloc(40, 9))
const keyExchange = record(22, Buffer.concat([Buffer.from([16, 0, 0, 30]), Buffer.alloc(30)]))

/** All that a gate lets through of a conversation, and how it ends. */
function passThrough(chunks: readonly Uint8Array[], host = expected) {
  const gate = createTunnelGate(host)
  const passed: Uint8Array[] = []
  for (const [index, chunk] of chunks.entries()) {
    const verdict = gate.push(chunk)
    if (verdict.verdict === 'block') return { passed: Buffer.concat(passed), end: verdict.rule }
    if (verdict.verdict === 'plain') return { passed: Buffer.concat(passed), end: 'plain' as const }
    if (verdict.verdict === 'wait') continue
    passed.push(verdict.bytes)
    if (!verdict.open) continue
    return { passed: Buffer.concat([...passed, ...chunks.slice(index + 1)]), end: 'open' as const }
  }
  return { passed: Buffer.concat(passed), end: 'wait' as const }
}

function everyCut(bytes: Uint8Array, check: (outcome: ReturnType<typeof passThrough>) => void): void {
  fc.assert(
    fc.property(chunksOf(bytes), (chunks) => void check(passThrough(chunks))),
    { numRuns: 60 },
  )
}

describe('the gate of a tunnel, wherever the bytes are cut', () => {
  it.each([
    ['names the host', [hello('allowed.example'), changeCipher, finished]],
    ['names it in another spelling', [hello('ALLOWED.example.'), finished]],
    ['names no host', [hello(), changeCipher, finished]],
    ['goes on as TLS 1.2 does', [hello('allowed.example'), keyExchange, changeCipher, finished]],
    ['is asked for a second hello', [hello('allowed.example'), changeCipher, hello('allowed.example'), finished]],
    ['warns in between', [hello('allowed.example'), alert, hello('allowed.example'), finished]],
  ])('opens, and passes every byte, for a client that %s', (_what, messages) => {
    const bytes = Buffer.concat(messages)
    everyCut(bytes, ({ passed, end }) => {
      expect(end).toBe('open')
      expect(passed.equals(bytes)).toBe(true)
    })
  })

  it.each<[string, readonly Buffer[], ProxyRule]>([
    ['asks for another host', [hello('other.example'), finished], 'server_name'],
    ['asks for a host below', [hello('www.allowed.example'), finished], 'server_name'],
    [
      'hides a hello',
      [helloBytes({ serverName: 'allowed.example', extensions: [[0xfe0d, Buffer.alloc(9)]] })],
      'encrypted_hello',
    ],
    [
      'announces early data',
      [helloBytes({ serverName: 'allowed.example', extensions: [[42, Buffer.alloc(0)]] })],
      'early_data',
    ],
    ['speaks something else', [Buffer.from('\x00\x01\x02', 'latin1')], 'unknown_protocol'],
    ['speaks as SSL 2 did', [Buffer.from([0x80, 0x2e, 1, 3, 1])], 'unknown_protocol'],
  ])('refuses, and passes nothing, for a client that %s', (_what, messages, rule) => {
    everyCut(Buffer.concat(messages), ({ passed, end }) => expect([end, passed.length]).toEqual([rule, 0]))
  })

  it.each<[string, readonly Buffer[], ProxyRule]>([
    ['another host', [changeCipher, hello('other.example'), finished], 'server_name'],
    ['another host after a warning', [alert, alert, hello('other.example'), finished], 'server_name'],
    ['the same host a third time', [hello('allowed.example'), hello('allowed.example'), finished], 'unknown_protocol'],
    ['another host behind an empty record', [record(22, Buffer.alloc(0)), hello('other.example')], 'unknown_protocol'],
    ['another host in a signal that is too long', [record(20, hello('other.example'))], 'unknown_protocol'],
  ])('refuses a second hello with %s before any of it is passed', (_what, messages, rule) => {
    const first = hello('allowed.example')
    everyCut(Buffer.concat([first, ...messages]), ({ passed, end }) => {
      expect(end).toBe(rule)
      expect(passed.includes('other.example')).toBe(false)
    })
  })

  it('leaves plain HTTP to whoever reads requests', () => {
    everyCut(Buffer.from('GET / HTTP/1.1\r\n\r\n'), ({ passed, end }) =>
      expect([end, passed.length]).toEqual(['plain', 0]),
    )
  })

  it('refuses any server name in a tunnel to an address', () => {
    const { end } = passThrough([hello('allowed.example')], { hostname: '192.0.2.1', literal: true })
    expect(end).toBe('server_name')
    expect(passThrough([hello(), finished], { hostname: '192.0.2.1', literal: true }).end).toBe('open')
  })
})
