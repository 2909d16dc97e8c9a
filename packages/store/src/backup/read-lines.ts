/** The lines of a text in UTF-8. Each ends with a line feed, and with nothing else that some count as the end of a line. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8')
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8')
}

const lineFeed = 0x0a
