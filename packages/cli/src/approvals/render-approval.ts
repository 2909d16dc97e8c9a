import { flowEvidence } from '@drawbridge/core/approval'
import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import type { Style } from '@drawbridge/room/text'
import type { StoredApproval } from '@drawbridge/sdk/authority'
import { labelledPart } from '../approval/describe-target.ts'
import { shortDigest } from './short-digest.ts'

/** Longest input that is shown. */
const maxLength = 400

/**
 * A question in a few lines: what would be done with the worst part first, why it is asked, and how it can be answered.
 * @param whole Shows the arguments and the change whole, and what each answer would save.
 */
export function renderApproval(
  { request, state, askedBy, decision, decidedBy }: StoredApproval,
  style: Style,
  whole = false,
): string {
  const { id, tool, permission, risk, dangerous, reason, rule, parts, input, offers, preview, withheld } = request
  const expiresAt = request.answerableUntil
  const answers = offers.map(({ answer }) => answer).join(', ')
  const danger = dangerous ? `, ${style.bad('DANGEROUS')}` : ''
  const lines = [
    `${style.strong(escapeToOneLine(tool))}  (${permission}, risk ${risk}${danger})  ${escapeToOneLine(id)}`,
    `  Why     ${escapeToOneLine(`${reason} Rule: ${rule}.`)}`,
    ...flowEvidence(request.flow).map((text) => `  Source  ${escapeToOneLine(text)}`),
    ...request.hooks.map((hook) => `  Hook    ${escapeToOneLine(`${hook.hook}: ${hook.reason}`)}`),
    ...parts.map((part) => {
      const { label, value, notes, warnings } = labelledPart(part)
      const alarm = warnings.map((warning) => `! ${warning}`)
      return `  ${label.padEnd(8)}${escapeToOneLine([value, ...alarm, ...notes].join('; '))}`
    }),
    ...(request.complete ? [] : ['          and more parts than can be shown']),
    ...(whole && preview?.kind === 'diff'
      ? preview.text.split('\n').map((line) => `  | ${escapeUnprintable(line)}`)
      : [`  Input   ${shorten(escapeToOneLine(JSON.stringify(input) ?? ''), whole)}`]),
    `  From    ${escapeToOneLine(describeOrigin({ request, askedBy }))}`,
    `  Digest  ${escapeToOneLine(shortDigest(request.digest))}`,
    state === 'pending'
      ? `  Answer  ${answers}, until ${new Date(expiresAt).toISOString()}`
      : `  State   ${state}${decision === undefined ? '' : `: ${decision.answer} by ${escapeToOneLine(decidedBy ?? '')}`}`,
    ...(whole
      ? [
          ...offers.map(({ answer, scope }) => `          ${answer}: ${escapeToOneLine(scope)}`),
          ...withheld.map(({ answer, why }) => `          not ${answer}: ${escapeToOneLine(why)}`),
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

/** Describes the caller and its process. */
export function describeOrigin({ request, askedBy }: Pick<StoredApproval, 'request' | 'askedBy'>): string {
  const { user, session } = request.principal
  return `${askedBy}, session ${session}${user === undefined ? '' : `, for ${user}`}, in ${request.cwd}`
}

function shorten(text: string, whole: boolean): string {
  return text.length > maxLength && !whole
    ? `${text.slice(0, maxLength)} [... ${text.length - maxLength} more characters]`
    : text
}
