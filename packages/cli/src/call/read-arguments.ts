import type { Readable } from 'node:stream'
import { readText } from '../io/read-text.ts'

/** All of standard input as the JSON text of a call's arguments. Gives what there is once the signal is aborted. */
export async function readArguments(input: Readable, signal?: AbortSignal): Promise<string> {
  const text = (await Array.fromAsync(readText(input, signal))).join('')
  return text.replace(/^\ufeff/, '')
}
