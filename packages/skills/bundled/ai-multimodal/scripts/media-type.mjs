/** The kinds of files that the API reads, by their first bytes. */
const signatures = [
  ['image/png', 0, '89504e47'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 8, '57454250'],
  ['audio/wav', 8, '57415645'],
  ['application/pdf', 0, '25504446'],
  ['audio/ogg', 0, '4f676753'],
  ['audio/flac', 0, '664c6143'],
  ['audio/mp3', 0, '494433'],
  ['audio/mp3', 0, 'fffb'],
  ['audio/mp3', 0, 'fff3'],
  ['audio/mp3', 0, 'fff2'],
  ['video/webm', 0, '1a45dfa3'],
  ['video/quicktime', 4, '6674797071742020'],
  ['video/mp4', 4, '66747970'],
]

/** Returns the media type of a file by its content, whatever its name is; undefined if it is none that the API reads. */
export function mediaTypeOf(bytes) {
  const found = signatures.find(
    ([, at, hex]) => Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString('hex') === hex,
  )
  return found?.[0]
}
