import type { Readable } from 'node:stream'
import { isJsonObject } from '@drawbridge/core/base'

/** The status that bubblewrap reports while the program runs. */
export interface BubblewrapStatus {
  /** The first process of the namespace as this machine counts. Undefined until it is known. */
  readonly first: () => number | undefined
  /** Settles with `first`, or when nothing more is said. */
  readonly known: Promise<void>
  /** Settles when the end of the program is reported, or when nothing more is said. */
  readonly ended: Promise<void>
  /** Settles when bubblewrap reports nothing more: true if the program itself ran, and so ended on its own. */
  readonly ran: Promise<boolean>
}

/** Reads lines of JSON: one when the namespace is made, one when a program that ran has ended. */
export function readStatus(stream: Readable, onFirst: (pid: number) => void): BubblewrapStatus {
  const known = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const ran = Promise.withResolvers<boolean>()
  let first: number | undefined
  let hasExit = false
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const said: unknown = JSON.parse(line)
      if (!isJsonObject(said)) continue
      if (typeof said['child-pid'] === 'number') {
        first = said['child-pid']
        onFirst(first)
        known.resolve()
      }
      if (typeof said['exit-code'] === 'number') {
        hasExit = true
        ended.resolve()
      }
    }
  })
  stream.on('error', () => undefined)
  stream.on('close', () => {
    known.resolve()
    ended.resolve()
    ran.resolve(hasExit)
  })
  return { first: () => first, known: known.promise, ended: ended.promise, ran: ran.promise }
}
