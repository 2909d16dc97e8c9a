import type { Terminal } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'
import type { QuestionDesk } from '../desk/create-question-desk.ts'
import type { StoredQuestions } from '../desk/question-rows.ts'
import { createTerminalQuestioner } from '../terminal/create-terminal-questioner.ts'
import { explainReceipt } from './reply.ts'

export interface AnsweringPlace {
  readonly desk: QuestionDesk
  readonly terminal: Terminal
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** Puts questions before the person at the terminal. Resolves to `left` if the person leaves without a reply. */
export async function answerHere(
  { request }: StoredQuestions,
  { desk, terminal, environment, signal }: AnsweringPlace,
): Promise<'next' | 'left'> {
  const settled = new AbortController()
  const look = async () => {
    if ((await desk.find(request.id))?.state !== 'pending') settled.abort()
  }
  using _watching = await desk.watch(() => void look().catch(() => undefined))
  await look()
  const over = AbortSignal.any([signal, settled.signal])
  const reply = await createTerminalQuestioner({ terminal }).ask(request, over)
  if (reply === undefined) return settled.signal.aborted ? 'next' : 'left'
  const receipt = await desk.reply(request.id, reply, operatorOf(environment))
  terminal.write(receipt.status === 'accepted' ? 'Thank you.\n' : `${explainReceipt(request.id, receipt)}\n`)
  return 'next'
}
