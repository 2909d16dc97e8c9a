import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFrameParser, MalformedStreamError, type OutputStream } from './stream-frames.ts'

const frame = fc.record({
  stream: fc.constantFrom<OutputStream>('stdout', 'stderr'),
  bytes: fc.uint8Array({ maxLength: 40 }),
})

function encode({ stream, bytes }: { stream: OutputStream; bytes: Uint8Array }): Buffer {
  const header = Buffer.alloc(8)
  header[0] = stream === 'stdout' ? 1 : 2
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}

function cut(whole: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((place) => place % (whole.length + 1)), whole.length].sort((a, b) => a - b)
  return places.slice(1).map((place, index) => whole.subarray(places[index], place))
}

test('whatever the frames and wherever they are cut, both streams come out whole and in order', () => {
  fc.assert(
    fc.property(fc.array(frame), fc.array(fc.nat()), (frames, cuts) => {
      const parser = createFrameParser()
      const pieces = cut(Buffer.concat(frames.map(encode)), cuts).flatMap((chunk) => parser.push(chunk))
      for (const name of ['stdout', 'stderr'] as const) {
        const of = (list: readonly { stream: OutputStream; bytes: Uint8Array }[]) =>
          Buffer.concat(list.filter(({ stream }) => stream === name).map(({ bytes }) => bytes))
        expect(of(pieces)).toEqual(of(frames))
      }
      expect(parser.isWhole()).toBe(true)
    }),
  )
})

test('a stream that ends inside of a frame is not whole, wherever that is', () => {
  fc.assert(
    fc.property(frame, fc.nat(), (given, place) => {
      const whole = encode(given)
      const parser = createFrameParser()
      const end = 1 + (place % (whole.length - 1))
      parser.push(whole.subarray(0, end))
      expect(parser.isWhole()).toBe(false)
    }),
  )
})

describe('what is not a frame', () => {
  test.each([
    ['an unknown stream', [3, 0, 0, 0, 0, 0, 0, 1, 65]],
    ['text', [...Buffer.from('HTTP/1.1 500 Internal')]],
    ['a header that is not padded with zeros', [1, 0, 9, 0, 0, 0, 0, 1]],
  ])('%s is refused', (_what, bytes) => {
    expect(() => createFrameParser().push(Uint8Array.from(bytes))).toThrow(MalformedStreamError)
  })
})
