import type { ApprovalRequest } from '@drawbridge/core'
import { type ApprovalPart, chooseParts, flowEvidence, shownInPart } from '@drawbridge/core/approval'
import { escapeUnprintable, shortenMiddle } from '@drawbridge/core/base'
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import { showText } from './show-text.ts'

/** Characters of each section that a form shows; what is beyond is counted, and then nothing is offered for longer than once. */
const limits = {
  reason: 4_000,
  sources: 4_000,
  parts: 16_000,
  change: 8_000,
  arguments: 6_000,
  name: 60,
  ancestors: 5,
  shortened: 400,
}

/** The maximum length of a person's comment on an answer, in characters. */
export const answerReasonLimit = 500

/** A question as it can be put, with the answers that it then has. */
export interface ApprovalForm {
  readonly form: ElicitRequestFormParams
  /** The request with the answers that are on the form. */
  readonly asked: ApprovalRequest
}

/**
 * The question as an MCP elicitation form: what would be done with the worst part first, why it is asked, the change as a diff, and a
 * closed choice of the answers on offer. Its size is bounded whatever the call holds; what it cannot show whole it offers once only.
 * No answer is preset, so a client that fills in defaults approves nothing.
 */
export function approvalForm(request: ApprovalRequest): ApprovalForm {
  const sheet = createSheet()
  const body = describeRequest(request, sheet)
  const asked = sheet.isWhole() && request.complete ? request : shownInPart(request, 'it cannot be shown in full here')
  const answers = asked.offers.map((offer) => offer.answer)
  const form: ElicitRequestFormParams = {
    mode: 'form',
    message: [...body, ...describeAnswers(asked)].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: answers },
        reason: {
          type: 'string',
          title: 'Reason',
          description: 'Optional. The model reads it when you refuse.',
          maxLength: answerReasonLimit,
        },
      },
      required: ['decision'],
    },
  }
  return { form, asked }
}

/** Takes lines as long as there is room for them, and knows whether all had some. */
interface Sheet {
  /** A text on one line, cut to the limit with the rest counted. */
  text(text: string, limit: number): string
  /** As many lines as fit whole; of the rest how many there are. The first is shown in any case, cut where it must be. */
  lines(lines: readonly string[], limit: number, what: string): readonly string[]
  /** Every part whole if there is room for all; else parts of each kind, with long texts shortened in their middle. */
  parts(parts: readonly ApprovalPart[], limit: number): readonly string[]
  isWhole(): boolean
}

function createSheet(): Sheet {
  let whole = true
  const sheet: Sheet = {
    text: (text, limit) => {
      if (text.length > limit) whole = false
      return showText(text, limit)
    },
    lines: (lines, limit, what) => {
      const shown: string[] = []
      let left = limit
      for (const line of lines) {
        if (shown.length > 0 && line.length > left) break
        shown.push(sheet.text(line, limit))
        // The prefix of a line counts too.
        left -= line.length + 6
      }
      const rest = lines.length - shown.length
      if (rest === 0) return shown
      whole = false
      return [...shown, `… and ${rest} more ${what} not shown`]
    },
    parts: (parts, limit) => {
      const room = {
        most: parts.length,
        length: limit,
        lengthOf: (part: ApprovalPart) => describePart(part).length + 6,
      }
      const fitting = chooseParts(parts, room)
      if (fitting.length === parts.length) return parts.map((part) => showText(describePart(part), limit))
      whole = false
      const shown = chooseParts(parts.map(shortened), room)
      const rest = parts.length - shown.length
      const lines = shown.map((part) => showText(describePart(part), limit))
      return rest === 0 ? lines : [...lines, `… and ${rest} more parts not shown`]
    },
    isWhole: () => whole,
  }
  return sheet
}

function describeRequest(request: ApprovalRequest, sheet: Sheet): readonly string[] {
  const { tool, permission, risk, reason, hooks, parts, totals, complete } = request
  const count = totals.commands + totals.paths + totals.hosts + totals.others
  const all = complete ? '' : ` (only some of ${count} are listed)`
  return [
    `May ${showText(tool, 200)} run? It is a ${permission} call with risk ${risk}.`,
    `Reason for the question: ${sheet.text(reason, limits.reason)}`,
    ...hooks.map(
      (hook) => `The hook ${showText(hook.hook, limits.name)} says: ${sheet.text(hook.reason, limits.reason)}`,
    ),
    ...titled('Where its values come from:', sheet.lines(flowEvidence(request.flow), limits.sources, 'sources')),
    ...titled(`What it will do, most dangerous first${all}:`, sheet.parts(parts, limits.parts)),
    ...describeChange(request, sheet),
    ...askedBy(request),
    ...request.earlier.map(
      ({ answer, times }) =>
        `Similar calls were answered before in this session: ${answer}, ${times === 1 ? 'once' : `${times} times`}.`,
    ),
  ]
}

const verbs: Readonly<Record<ApprovalPart['kind'], string>> = {
  command: 'run',
  path: 'touch',
  host: 'connect to',
  session: 'act on the session',
  agent: 'act on the agent',
  server: 'act on the server',
  dynamic: 'do',
  code: 'with',
}

function describePart({ kind, text, marks, notes }: ApprovalPart): string {
  const alarm = marks.length === 0 ? '' : ` [! ${marks.join('; ')}]`
  return `${verbs[kind]} ${text}${alarm}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

function shortened({ text, marks, notes, ...part }: ApprovalPart): ApprovalPart {
  const short = (value: string) => shortenMiddle(value, limits.shortened)
  return { ...part, text: short(text), marks: marks.map(short), notes: notes.map(short) }
}

/** The diff of a change, or the arguments of any other call. */
function describeChange({ preview, input }: ApprovalRequest, sheet: Sheet): readonly string[] {
  if (preview === undefined)
    return titled('Arguments:', sheet.lines(describeArguments(input), limits.arguments, 'arguments'))
  if (preview.kind === 'summary') return [`It will change: ${sheet.text(preview.text, limits.change)}`]
  const { path, text, added, removed } = preview
  const lines = text.split('\n').map((line) => escapeUnprintable(line))
  const title = `It will change ${showText(path, 1_000)}, +${added} -${removed} lines:`
  return [title, ...sheet.lines(lines, limits.change, 'lines of the change').map((line) => `    ${line}`)]
}

function describeArguments(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return [JSON.stringify(input) ?? 'none']
  return Object.entries(input).map(
    ([name, value]) => `${showText(name, limits.name)}: ${JSON.stringify(value) ?? 'none'}`,
  )
}

function askedBy({ principal: { role, agent, parents } }: ApprovalRequest): readonly string[] {
  if (agent === undefined && parents.length === 0) return []
  const ancestors = parents
    .slice(0, limits.ancestors)
    .reverse()
    .map((parent) => parent.agent ?? parent.run)
  const chain = [...ancestors, `${agent ?? 'agent'} (${role})`].map((name) => showText(name, 80))
  return [`Asked by: ${chain.join(' > ')}`]
}

/** A scope is never cut: who saves it has to read all of it. */
function describeAnswers({ offers, withheld }: ApprovalRequest): readonly string[] {
  return [
    'Answers:',
    ...offers.map(({ answer, scope }) => `- ${answer}: ${showText(scope, Number.MAX_SAFE_INTEGER)}`),
    ...withheld.map(({ answer, why }) => `Not offered, ${answer}: ${showText(why, 1_000)}`),
  ]
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)]
}
