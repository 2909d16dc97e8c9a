import { fail, type ToolContext, type ToolOutput } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import { describeState, processData } from './describe-process.ts'
import { readKey } from './key-bytes.ts'
import { own } from './manage-processes.ts'
import { type ProcessEntry, processTable } from './process-table.ts'

export function writeInput(
  id: string,
  { data = '', eof }: { readonly data?: string | undefined; readonly eof: boolean },
  { session, clock }: ToolContext,
): ToolOutput {
  const entry = session.use(processTable).get(id, clock)
  if (data !== '') hand(data, entry)
  if (eof) entry.process.closeInput()
  const done = [
    data === '' ? undefined : `${Buffer.byteLength(data)} bytes written to "${id}".`,
    eof ? 'Its input is closed.' : undefined,
  ]
  return own([...done.filter((part) => part !== undefined), describeState(entry, clock)].join(' '), {
    process: processData(entry, clock),
  })
}

/** @param keys As `readKey` knows them; others are passed over, since the input was checked before. */
export function sendKeys(id: string, keys: readonly string[], { session, clock }: ToolContext): ToolOutput {
  const entry = session.use(processTable).get(id, clock)
  for (const key of keys) {
    const stroke = readKey(key)
    if (stroke === undefined) continue
    switch (stroke.kind) {
      case 'bytes':
        hand(stroke.text, entry)
        break
      case 'signal':
        entry.process.signal(stroke.signal)
        break
      case 'end':
        entry.process.closeInput()
        break
      default:
        assertNever(stroke)
    }
  }
  return own(`Sent to "${id}": ${keys.join(' ')}.`, { process: processData(entry, clock) })
}

function hand(text: string, { id, process }: ProcessEntry): void {
  if (process.outcome() !== undefined) fail('command_failed', `"${id}" has ended and reads no more input.`)
  const taken = process.write(Buffer.from(text))
  if (taken === 'closed') fail('command_failed', `The input of "${id}" is closed.`)
  if (taken === 'full') {
    fail('command_failed', `"${id}" does not read its input, and 1 MiB is already waiting. Nothing was added.`)
  }
}
