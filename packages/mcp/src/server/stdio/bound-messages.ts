/** The longest message that is parsed, in bytes: parsing delays every running call. */
export const longestMessage = 2 * 1024 * 1024
/** The part of a longer message that is searched for the id of its request, in bytes. */
const lookedAt = 4 * 1024

/** Lines of JSON-RPC that arrive in pieces. */
export interface MessageLines {
  push(chunk: Buffer): void
  /** Takes what has come since the last line end for a line. */
  end(): void
}

/**
 * Passes lines of JSON-RPC on, each without its end. A line that is too long is left out without being held. `refuse` is given the JSON
 * of its id, or `null` if the id is neither near the beginning of the line nor near its end.
 */
export function boundMessages(
  onLine: (line: string) => void,
  refuse: (id: string, bytes: number) => void,
): MessageLines {
  let held: Buffer[] = []
  let bytes = 0
  let head = ''
  let tail = Buffer.alloc(0)

  function take(part: Buffer): void {
    const wasHeld = bytes <= longestMessage
    bytes += part.length
    if (bytes <= longestMessage) {
      held.push(part)
      return
    }
    if (wasHeld) head = Buffer.concat([...held, part]).toString('latin1', 0, lookedAt)
    tail = Buffer.concat([tail, part.subarray(-lookedAt)]).subarray(-lookedAt)
    held = []
  }

  function end(): void {
    const [first] = held
    const line = first !== undefined && held.length === 1 ? first : Buffer.concat(held)
    const [isTooLong, size] = [bytes > longestMessage, bytes]
    held = []
    bytes = 0
    if (!isTooLong) {
      const text = line.toString('utf8').trim()
      if (text !== '') onLine(text)
      return
    }
    const ending = tail.toString('latin1')
    tail = Buffer.alloc(0)
    refuse(idIn(head, ending), size)
  }

  return {
    push: (chunk) => {
      let start = 0
      for (let feed = chunk.indexOf(0x0a); feed !== -1; feed = chunk.indexOf(0x0a, start)) {
        take(chunk.subarray(start, feed + 1))
        end()
        start = feed + 1
      }
      if (start < chunk.length) take(chunk.subarray(start))
    },
    end,
  }
}

const id = String.raw`"id"\s*:\s*(-?\d{1,20}|"(?:[^"\\]|\\.){0,200}")`
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`
const idAtBeginning = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`)
const idAtEnd = new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`)

/**
 * Returns the JSON of a request's id if only the beginning and the end of the request are known. Members are searched for in the
 * places in which clients put them.
 */
function idIn(head: string, tail: string): string {
  return idAtBeginning.exec(head)?.[1] ?? idAtEnd.exec(tail)?.[1] ?? 'null'
}
