import type { Writable } from 'node:stream'

/** Writes to a program's input, and closes it unless it stays open. A program that does not read to the end is free not to. */
export function feed(stdin: Writable | null, content: Uint8Array | undefined, keepsOpen: boolean): void {
  stdin?.on('error', () => undefined)
  if (!keepsOpen) stdin?.end(content)
  else if (content !== undefined) stdin?.write(content)
}
