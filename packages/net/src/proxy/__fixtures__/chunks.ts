import fc from 'fast-check'

/** Bytes cut anywhere, any number of times. */
export function chunksOf(bytes: Uint8Array): fc.Arbitrary<readonly Uint8Array[]> {
  return fc
    .array(fc.nat({ max: bytes.length }), { maxLength: 12 })
    .map((cuts) => [0, ...cuts.toSorted((one, other) => one - other), bytes.length])
    .map((edges) => edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge)))
}
