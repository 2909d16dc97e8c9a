import { setTimeout } from 'node:timers/promises'
import type { ApprovalDecision, ApprovalRequest, Approver } from '@drawbridge/core'
import type { Scrubber } from '@drawbridge/core/scrub'
import { type InTurn, takeTurns } from '@drawbridge/room'
import { createStyle } from '@drawbridge/room/text'
import type { ChangePreview } from '@drawbridge/tools/change'
import type { Terminal } from '../terminal/terminal.ts'
import { answerForKey, answerKeys, isAbortKey, leaveKey, viewKey } from './answer-keys.ts'
import { type Position, type RenderedRequest, renderRequest } from './render-request.ts'

export interface TerminalApproverOptions {
  readonly terminal: Terminal
  /** Returns the change that the call would make; undefined for calls that change no text. */
  previewChange(request: ApprovalRequest): Promise<ChangePreview | undefined>
  /** Takes out what the change shows of secrets in files; the request itself comes scrubbed. */
  readonly scrubber: Pick<Scrubber, 'scrub' | 'scrubValue'>
  /** Returns the caller, if it is not the command that shows the question. */
  originOf?(request: ApprovalRequest): string | undefined
  /**
   * Set if a question can be left open. Called with the id of that question, or with undefined if the person wants to leave
   * altogether. Ctrl-C then leaves, and does not end the run.
   */
  leave?(requestId: string | undefined): void
  /** Waits until nothing else is asked at the terminal, and keeps it meanwhile. Default: requests wait for each other only. */
  readonly inTurn?: InTurn
}

/**
 * The time in which an answer beyond one call may settle the waiting questions; those are then not asked. Milliseconds.
 */
const settlingMs = 50

/** Asks the person at the terminal, one question at a time however many calls wait. */
export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  const { inTurn = takeTurns() } = options
  return {
    id: 'terminal',
    human: true,
    async *ask(requests, signal, watch) {
      for (const [index, request] of requests.entries()) {
        const question = { request, position: { index: index + 1, total: requests.length } }
        const decision = await inTurn(() => askOne(question, watch?.signalOf(request.id) ?? signal, options))
        if (decision === undefined) continue
        yield decision
        if (decision.answer !== 'allow_once') await setTimeout(settlingMs)
      }
    },
  }
}

interface Question {
  readonly request: ApprovalRequest
  readonly position: Position
}

async function askOne(
  question: Question,
  signal: AbortSignal,
  options: TerminalApproverOptions,
): Promise<ApprovalDecision | undefined> {
  if (signal.aborted) return undefined
  const { terminal } = options
  const { request } = question
  let { shortened, offered } = await show(question, false, options)
  while (true) {
    terminal.write('> ')
    const key = await terminal.readKey(signal)
    if (key === undefined) {
      terminal.write('\nAn answer is no longer needed.\n')
      return undefined
    }
    if (options.leave !== undefined && (key === leaveKey || isAbortKey(key))) {
      terminal.write('Left open.\n')
      options.leave(key === leaveKey ? request.id : undefined)
      return undefined
    }
    if (key === viewKey && shortened) {
      const shown = await show(question, true, options)
      shortened = shown.shortened
      offered = shown.offered
      continue
    }
    const answer = answerForKey(key, offered)
    if (answer === undefined) {
      terminal.write(`\nPress ${offered.map((each) => answerKeys[each].key).join(', ')}.\n`)
      continue
    }
    terminal.write(`${answerKeys[answer].given}\n`)
    const reason = answer === 'deny' ? await askReason(terminal, signal) : ''
    return { requestId: request.id, digest: request.digest, answer, ...(reason === '' ? {} : { reason }) }
  }
}

/** Shows the question. */
async function show(
  { request, position }: Question,
  complete: boolean,
  { terminal, previewChange, scrubber, originOf, leave }: TerminalApproverOptions,
): Promise<RenderedRequest> {
  const preview = await previewChange(request)
  const origin = originOf?.(request)
  const rendered = renderRequest({
    request: scrubber.scrubValue(request).value,
    position,
    preview: scrubber.scrubValue(preview).value,
    columns: terminal.columns,
    style: createStyle(terminal.colour),
    complete,
    canLeave: leave !== undefined,
    ...(origin === undefined ? {} : { origin: scrubber.scrub(origin).text }),
  })
  terminal.write(rendered.text)
  return rendered
}

async function askReason(terminal: Terminal, signal: AbortSignal): Promise<string> {
  terminal.write('Why, for the model (Enter for nothing): ')
  return ((await terminal.readLine(signal)) ?? '').trim()
}
