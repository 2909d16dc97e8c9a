import type { OutputSpill } from '@drawbridge/core/registry'
import { describe, expect, test } from 'vitest'
import { createOutputKeeper } from './output-keeper.ts'

/** A slow place on disk that can take one piece at a time only. */
function slowSpill() {
  const written: Uint8Array[] = []
  let isWriting = false
  const spill: OutputSpill = {
    write: async (chunk) => {
      if (isWriting) throw new Error('two writes at once')
      isWriting = true
      await new Promise((resolve) => setTimeout(resolve, 1))
      written.push(chunk)
      isWriting = false
    },
    finish: async () => ({
      type: 'artifact_ref',
      id: 'a',
      mediaType: 'text/plain',
      bytes: Buffer.concat(written).length,
    }),
    discard: async () => undefined,
  }
  return { spill, written }
}

const mebibyte = 1024 * 1024

describe('the whole of an output', () => {
  test('stays in memory while it is small, and opens nothing', async () => {
    const keeper = createOutputKeeper(() => {
      throw new Error('was opened')
    })
    expect(keeper.take(new Uint8Array(mebibyte))).toBeUndefined()
    expect(await keeper.finish()).toBeUndefined()
  })

  test('goes to disk from its first byte on, in order, though two streams bring it at once', async () => {
    const { spill, written } = slowSpill()
    const keeper = createOutputKeeper(() => spill)
    const pieces = Array.from({ length: 40 }, (_, index) => new Uint8Array(mebibyte / 16).fill(index))
    await Promise.all(pieces.map((piece) => keeper.take(piece)))
    expect(await keeper.finish()).toMatchObject({ bytes: 40 * (mebibyte / 16) })
    expect(written.map((piece) => piece[0])).toEqual(pieces.map((_, index) => index))
  })

  test('is kept up to 64 MiB; more costs neither disk nor waiting', async () => {
    const { spill, written } = slowSpill()
    const keeper = createOutputKeeper(() => spill)
    for (let count = 0; count < 64; count += 1) await keeper.take(new Uint8Array(mebibyte))
    expect(keeper.take(new Uint8Array(1))).toBeUndefined()
    expect(await keeper.finish()).toMatchObject({ bytes: 64 * mebibyte })
    expect(written).toHaveLength(64)
  })

  test('is lost without somewhere to put it, which costs nothing else', async () => {
    const keeper = createOutputKeeper(() => undefined)
    await keeper.take(new Uint8Array(2 * mebibyte))
    expect(await keeper.finish()).toBeUndefined()
  })
})
