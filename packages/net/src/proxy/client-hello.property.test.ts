import { once } from 'node:events'
import { connect } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serveTcp } from '../testing/loopback-server.ts'
import { type HelloParts, helloBytes, record, serverNameContent } from './__fixtures__/hello-bytes.ts'
import { readClientHello } from './client-hello.ts'

const hostArbitrary = fc.stringMatching(/^[a-z]([a-z0-9-]{0,20}\.){1,3}[a-z]{2,8}$/)
const partsArbitrary: fc.Arbitrary<HelloParts> = fc.record({
  serverName: fc.option(hostArbitrary, { nil: undefined }),
  sessionId: fc.uint8Array({ maxLength: 32 }),
  recordSizes: fc.array(fc.integer({ min: 20, max: 80 }), { minLength: 1, maxLength: 4 }),
  extensions: fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 0xffff }).filter((type) => type !== 42 && type !== 0xfe0d),
      fc.uint8Array({ maxLength: 40 }),
    ),
    { selector: ([type]) => type, maxLength: 6 },
  ),
})

describe('the hello of a TLS client', () => {
  it('is read whatever it offers and however it is spread over records, and what follows it is not', () => {
    fc.assert(
      fc.property(partsArbitrary, fc.uint8Array({ maxLength: 20 }), (parts, rest) => {
        const bytes = helloBytes(parts)
        expect(readClientHello(Buffer.concat([bytes, rest]))).toEqual({
          status: 'read',
          ...(parts.serverName !== undefined && { serverName: parts.serverName }),
          hasEncrypted: false,
          hasEarlyData: false,
          length: bytes.length,
        })
      }),
    )
  })

  it('is incomplete, and nothing else, as long as a byte of it is missing', () => {
    fc.assert(
      fc.property(partsArbitrary, fc.nat(), (parts, cut) => {
        const bytes = helloBytes(parts)
        expect(readClientHello(bytes.subarray(0, cut % bytes.length))).toEqual({ status: 'incomplete' })
      }),
    )
  })

  it('never makes the reader throw or read beyond the end, whatever byte of it is another', () => {
    fc.assert(
      fc.property(partsArbitrary, fc.nat(), fc.nat({ max: 255 }), (parts, at, value) => {
        const bytes = helloBytes(parts)
        bytes[at % bytes.length] = value
        const read = readClientHello(bytes)
        expect(read.status === 'read' ? read.length : 0).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 500 },
    )
  })

  it('is read as Node itself sends it', async () => {
    const received = Promise.withResolvers<Buffer>()
    await using server = await serveTcp((socket) => socket.once('data', received.resolve))
    const socket = connect({ host: '127.0.0.1', port: server.port, servername: 'real.example.com' })
    socket.on('error', () => {})
    const bytes = await received.promise
    const closed = once(socket, 'close')
    socket.destroy()
    await closed
    const real = { serverName: 'real.example.com', hasEncrypted: false, hasEarlyData: false, length: bytes.length }
    expect(readClientHello(bytes)).toEqual({ status: 'read', ...real })
  })

  it('may have the length of its message cut in two', () => {
    const bytes = helloBytes({ serverName: 'a.example', recordSizes: [1, 2, 2000] })
    expect(readClientHello(bytes)).toMatchObject({ status: 'read', serverName: 'a.example', length: bytes.length })
  })

  it('tells of an encrypted hello and of early data', () => {
    const hidden = helloBytes({ serverName: 'a.example', extensions: [[0xfe0d, Buffer.alloc(10)]] })
    const early = helloBytes({ serverName: 'a.example', extensions: [[42, Buffer.alloc(0)]] })
    expect(readClientHello(hidden)).toMatchObject({ hasEncrypted: true, hasEarlyData: false })
    expect(readClientHello(early)).toMatchObject({ hasEncrypted: false, hasEarlyData: true })
  })

  it.each([
    ['another kind of record', record(23, Buffer.alloc(10))],
    ['the old protocol', Buffer.from('\x16\x02\x00\x00\x10', 'latin1')],
    ['an empty record', record(22, Buffer.alloc(0))],
    ['a record that is too long', Buffer.from([22, 3, 1, 0xff, 0xff])],
    ['another message', record(22, Buffer.from([2, 0, 0, 1, 0]))],
    ['a message without end', record(22, Buffer.from([1, 0, 0x40, 0x01]))],
    ['more records than it needs', helloBytes({ recordSizes: [2] })],
    ['something after it in its record', record(22, Buffer.concat([helloBytes().subarray(5), Buffer.from([0])]))],
    ['two server names', helloBytes({ serverName: 'a.example', extensions: [[0, serverNameContent('b.example')]] })],
    ['a server name of another kind', helloBytes({ extensions: [[0, Buffer.from([0, 4, 1, 0, 1, 97])]] })],
    ['a list of two names', helloBytes({ extensions: [[0, twoNames()]] })],
    ['an empty server name', helloBytes({ serverName: '' })],
    ['a server name with a NUL', helloBytes({ serverName: 'a.example\0.evil.example' })],
  ])('is malformed with %s', (_what, bytes) => {
    expect(readClientHello(bytes)).toMatchObject({ status: 'malformed' })
  })
})

function twoNames(): Buffer {
  const one = serverNameContent('a.example').subarray(2)
  const other = serverNameContent('b.example').subarray(2)
  return Buffer.concat([Buffer.from([0, one.length + other.length]), one, other])
}
