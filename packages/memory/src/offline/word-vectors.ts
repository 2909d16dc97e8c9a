import { readFile } from 'node:fs/promises'

/** The vectors of frequent English words. */
export interface WordVectors {
  readonly dimensions: number
  /** The rank of each word by its frequency, from 0. It is also the place of its vector. */
  readonly ranks: ReadonlyMap<string, number>
  /** One vector after the other, each of about the same length. */
  readonly values: Int8Array
}

let reading: Promise<WordVectors> | undefined

/** Reads the vectors that come with Drawbridge, once for each process: 50,000 words, about 10 MB of memory. */
export function readWordVectors(): Promise<WordVectors> {
  reading ??= read().catch((error) => {
    reading = undefined
    throw error
  })
  return reading
}

/** Made by scripts/distil-word-vectors.ts: three numbers, the words by line, one byte for each value. */
async function read(): Promise<WordVectors> {
  // Found by the package, not by this module: the packed command joins modules into files of other folders.
  const file = new URL('./offline/word-vectors.bin', import.meta.resolve('@drawbridge/memory'))
  const bytes = await readFile(file)
  const [dimensions, length] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)]
  const words = bytes.toString('utf8', headLength, headLength + length).split('\n')
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + headLength + length)
  return { dimensions, ranks: new Map(words.map((word, rank) => [word, rank])), values }
}

const headLength = 12
