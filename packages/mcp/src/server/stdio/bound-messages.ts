import { Transform } from 'node:stream'

/** The longest message that is parsed, in bytes: parsing delays every running call. */
export const longestMessage = 2 * 1024 * 1024
/** The part of a longer message that is searched for the id of its request, in bytes. */
const lookedAt = 4 * 1024

/**
 * Passes lines of JSON-RPC on. A line that is too long is left out without being held. `refuse` is given the JSON of its id, or
 * `null` if the id is neither near the beginning of the line nor near its end.
 */
export function boundMessages(refuse: (id: string, bytes: number) => void): Transform {
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

  function end(stream: Transform): void {
    if (bytes > longestMessage) refuse(idIn(head, tail.toString('latin1')), bytes)
    else stream.push(Buffer.concat(held))
    held = []
    bytes = 0
    tail = Buffer.alloc(0)
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Nearly always: whole lines, none of which can be too long.
      if (bytes === 0 && chunk.length <= longestMessage && chunk.at(-1) === 0x0a) {
        done(null, chunk)
        return
      }
      let start = 0
      for (let feed = chunk.indexOf(0x0a); feed !== -1; feed = chunk.indexOf(0x0a, start)) {
        take(chunk.subarray(start, feed + 1))
        end(this)
        start = feed + 1
      }
      if (start < chunk.length) take(chunk.subarray(start))
      done()
    },
    flush(done) {
      end(this)
      done()
    },
  })
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
